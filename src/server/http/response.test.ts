import { describe, expect, it } from 'vitest'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import Fastify from 'fastify'
import { toAppError, notFound, sendError, success } from './response.ts'

const coded = (fields: object, message = 'select * from secret') => Object.assign(new Error(message), fields)

describe('the response to anything thrown', () => {
  it('leaves an error with a message for people as it is', () => {
    const error = new AppError('conflict', '名称已存在')
    expect(toAppError(error)).toBe(error)
  })
  it.each([
    ['a full disk under a file', coded({ code: 'ENOSPC' }), 'no-space'],
    ['a full disk under the embedded database', coded({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'no-space'],
    ['a full disk under PostgreSQL', coded({ code: '53100' }), 'no-space'],
    ['a PostgreSQL that refuses', coded({ code: 'ECONNREFUSED' }), 'unavailable'],
    ['a PostgreSQL that shuts down', coded({ code: '57P01' }), 'unavailable'],
    ['a connection that was cut', coded({}, 'Connection terminated unexpectedly'), 'unavailable'],
    ['a body that is too large', coded({ statusCode: 413 }), 'too-large'],
    ['a number beyond what PostgreSQL keeps', coded({ code: '22003' }), 'not-found'],
    ['a transaction that PostgreSQL gave up for another', coded({ code: '40P01' }), 'conflict'],
    ['another media type', coded({ statusCode: 415 }), 'unsupported'],
    ['another fault of the request', coded({ statusCode: 400 }), 'invalid'],
    ['too many requests', coded({ statusCode: 429 }), 'too-many'],
    ['no such address', coded({ statusCode: 404 }), 'not-found'],
    ['the last fault of a request', coded({ statusCode: 499 }), 'invalid'],
    ['a fault of the server', coded({ statusCode: 500 }), 'internal'],
    ['what is no fault', coded({ statusCode: 399 }), 'internal'],
    ['a body that Fastify finds too large', coded({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'too-large'],
    ['a media type that Fastify does not know', coded({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), 'unsupported'],
    ['an embedded database that others use', coded({ code: 'ERR_SQLITE_ERROR', errcode: 5 }), 'unavailable'],
    ['a broken constraint', coded({ code: '23505' }), 'internal'],
    ['no error at all', 'text', 'internal'],
  ])('%s', (_what, thrown, code) => {
    const error = toAppError(thrown)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/\p{Script=Han}/u)
    expect(error.message).not.toContain('select')
  })
  it('says of what is unexpected only that it is', () => {
    expect(toAppError(new TypeError('x is undefined')).message).toBe(UNEXPECTED_MESSAGE)
  })
})

describe('the answer of a failure', () => {
  async function answer(thrown: unknown, bodyLimit?: number) {
    const logged: unknown[] = []
    const app = Fastify()
    app.setErrorHandler((error, request, reply) => {
      request.log = { ...request.log, error: (facts: unknown) => void logged.push(facts) } as typeof request.log
      return sendError(error, request, reply)
    })
    app.post('/', bodyLimit ? { bodyLimit } : {}, async () => {
      throw thrown
    })
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/' })
    return [statusCode, JSON.parse(body), logged.length] as const
  }
  const fact = { kind: 'missing' as const, missing: [3] }
  const issues = [{ field: 'name', message: '请填写名称' }]

  it('has the status, the message and what is known; only what nobody expected is logged', async () => {
    expect(await answer(new AppError('conflict', '名称已存在'))).toEqual([
      409,
      { code: 409, msg: '名称已存在', data: null },
      0,
    ])
    expect(await answer(new AppError('not-found', '没有', { details: { fact } }))).toEqual([
      404,
      { code: 404, msg: '没有', data: { facts: fact } },
      0,
    ])
    expect(await answer(new AppError('invalid', '不对', { details: { issues } }))).toEqual([
      400,
      { code: 400, msg: '不对', data: { issues } },
      0,
    ])
    expect(await answer(new Error('select'))).toEqual([500, { code: 500, msg: UNEXPECTED_MESSAGE, data: null }, 1])
    expect(await answer(coded({ code: 'ECONNREFUSED' }))).toEqual([
      503,
      { code: 503, msg: '数据库暂时无法连接，请稍后重试', data: null },
      1,
    ])
  })

  it('names the limit of the call for a body that is too large', async () => {
    const [status, { msg }] = await answer(coded({ statusCode: 413 }), 2 * 1024 * 1024)
    expect([status, msg]).toEqual([413, '提交的内容超过大小限制：最多 2 MB，请减少内容或分批提交'])
    expect((await answer(new AppError('too-large', '图片太大'), 1024))[1]).toMatchObject({ msg: '图片太大' })
  })

  it('and that of a success', () => {
    expect(success([1], '已保存')).toEqual({ code: 200, msg: '已保存', data: [1] })
    expect(notFound()).toMatchObject({ code: 'not-found', message: '接口不存在，请检查请求地址和方法' })
  })
})
