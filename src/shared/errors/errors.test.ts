import { describe, expect, it } from 'vitest'
import { envelopeError, httpStatus, isAcceptedCode, SUCCESS, wireCode } from './envelope.ts'
import type { RequestFact } from './facts.ts'
import { AppError, ERROR_CODES, fromWire, toWire, UNEXPECTED_MESSAGE } from './index.ts'

describe('errors across a border', () => {
  it('come out as they went in', () => {
    const error = new AppError('conflict', '文件已被别人修改，请重新打开', {
      details: { serverCode: 409, fact: { kind: 'content', current: 'abc' } },
    })
    const back = fromWire(JSON.parse(JSON.stringify(toWire(error))))
    expect(back).toMatchObject({ code: 'conflict', message: error.message, retryable: false, details: error.details })
  })
  it('hide what nobody expected', () => {
    expect(toWire(new Error('SQLITE_CORRUPT at line 3'))).toEqual({
      code: 'internal',
      message: UNEXPECTED_MESSAGE,
      retryable: false,
      details: {},
    })
    expect(toWire('text')).toMatchObject({ code: 'internal' })
  })
  it('distinguish a cancelled call from a failed one', () => {
    expect(toWire(new DOMException('x', 'AbortError')).code).toBe('cancelled')
  })
  it('survive details that can not be written as JSON', () => {
    const loop: RequestFact = { kind: 'request' }
    Object.assign(loop, { self: loop })
    expect(toWire(new AppError('internal', 'x', { details: { fact: loop } })).details).toEqual({})
  })
  it('are retried only when the next try can differ', () => {
    const retried = ERROR_CODES.filter((code) => new AppError(code, '').retryable)
    expect(retried).toEqual(['locked', 'too-many', 'no-response', 'timeout', 'unavailable'])
  })
})

describe('the envelope', () => {
  it('passes 1, 200 and 400006 and nothing else [A-284] [A-285]', () => {
    expect([1, SUCCESS, 400006].map(isAcceptedCode)).toEqual([true, true, true])
    expect([0, 201, 400, 400045, 400050, 403, 404, 500].some(isAcceptedCode)).toBe(false)
  })
  it('keeps the servers text, and says something when there is none', () => {
    expect(envelopeError({ code: 400047, msg: '站点已停用' }, 'site.page')).toMatchObject({
      code: 'rejected',
      message: '站点已停用',
      details: { serverCode: 400047 },
    })
    expect(envelopeError({ code: 9, msg: ' ' }, 'site.page').message).toContain('9')
  })
  it('reads issues and facts from the data of a failure', () => {
    const error = envelopeError(
      {
        code: 400,
        msg: 'x',
        data: {
          issues: [{ field: 'name', message: '请输入站点名称' }],
          facts: { kind: 'content', current: 'none', more: 1 },
        },
      },
      'template.save',
    )
    expect(error.details.issues).toEqual([{ field: 'name', message: '请输入站点名称' }])
    expect(error.details.fact).toEqual({ kind: 'content', current: 'none' })
  })
  it.each([{ current: 'none' }, { kind: 'missing', missing: '1,2' }, { kind: 'who knows' }, 'text', 7, null, []])(
    'takes a failure as a plain error when its facts can’t be read: %j',
    (facts) => {
      const error = envelopeError({ code: 409, msg: '已被修改', data: { facts } }, 'template.save')
      expect(error).toMatchObject({ code: 'conflict', message: '已被修改' })
      expect(error.details).toEqual({ serverCode: 409, operation: 'template.save' })
    },
  )
  it('keeps facts over every border', () => {
    const fact = { kind: 'missing' as const, missing: [1, 2] }
    expect(fromWire(toWire(new AppError('not-found', 'x', { details: { fact } }))).details.fact).toEqual(fact)
  })
  it('has a number for every code, and an HTTP status for every number [A-308]', () => {
    for (const code of ERROR_CODES) expect(httpStatus(wireCode(code)), code).toBeGreaterThanOrEqual(400)
    expect([1, 200, 400006].map(httpStatus)).toEqual([200, 200, 200])
  })
  it('turns its own numbers back into the same codes', () => {
    for (const code of [
      'invalid',
      'unauthorized',
      'forbidden',
      'not-found',
      'conflict',
      'locked',
      'too-large',
      'too-many',
      'unsupported',
      'captcha',
      'no-space',
      'read-only',
      'internal',
    ] as const) {
      expect(envelopeError({ code: wireCode(code), msg: 'x' }, 'x').code).toBe(code)
    }
  })
})
