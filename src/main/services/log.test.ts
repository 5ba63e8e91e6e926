import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createLog, redact } from './log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the log', () => {
  it('writes one line of JSON per entry, at once', async () => {
    const path = join(folder, 'logs', 'host.log')
    const log = createLog(path)
    log.info('一', { a: 1 })
    log.error('二')
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: '一', a: 1 },
      { msg: '二', level: 50 },
    ])
  })
  it('keeps its size: the old part moves aside once', async () => {
    const path = join(folder, 'host.log')
    const log = createLog(path, 300)
    for (let n = 0; n < 20; n++) log.info(`entry ${n} ${'x'.repeat(40)}`)
    expect((await readFile(path, 'utf8')).length).toBeLessThan(500)
    expect(await readFile(`${path}.1`, 'utf8')).toContain('entry 1')
    expect(await readFile(path, 'utf8')).toContain('entry 19')
  })
  it('goes on when its folder is gone', async () => {
    const path = join(folder, 'logs', 'host.log')
    const log = createLog(path)
    await rm(join(folder, 'logs'), { recursive: true })
    expect(() => log.info('lost')).not.toThrow()
  })
})

describe('redaction', () => {
  it.each([
    [{ token: 't' }, { token: '[已隐藏]' }],
    [{ headers: { Authorization: 'Bearer t' } }, { headers: { Authorization: '[已隐藏]' } }],
    [[{ newPassword: 'p', user: 'u' }], [{ newPassword: '[已隐藏]', user: 'u' }]],
    ['http://x/?launch=abc&b=1', 'http://x/?launch=[已隐藏]&b=1'],
    [{ url: '/auto-login?token=abc' }, { url: '/auto-login?token=[已隐藏]' }],
    ['answer {"token":"abc","a":1}', 'answer {"token":"[已隐藏]","a":1}'],
    ['Authorization: Bearer abc', 'Authorization: Bearer [已隐藏]'],
  ])('hides what is secret in %j', (value, expected) => {
    expect(redact(value)).toEqual(expected)
  })
  it('keeps what helps to understand an error', () => {
    const error = new AppError('conflict', '已被修改', { details: { facts: { token: 't', path: 'a' } } })
    expect(redact({ error })).toMatchObject({
      error: { message: '已被修改', code: 'conflict', details: { facts: { token: '[已隐藏]', path: 'a' } } },
    })
  })
  it('keeps what caused an error, without its secrets', () => {
    const cause = Object.assign(new Error('connect to x?token=abc'), { code: 'ECONNRESET' })
    expect(redact(new AppError('no-response', '没有回应', { cause }))).toMatchObject({
      cause: { message: 'connect to x?token=[已隐藏]', code: 'ECONNRESET' },
    })
  })
  it('lets no secret through, however deep it lies', () => {
    let value: object = { token: 'abc' }
    for (let depth = 0; depth < 20; depth++) value = { inner: value }
    expect(JSON.stringify(redact(value))).not.toContain('abc')
  })
  it('ends on values that contain themselves', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(() => redact(loop)).not.toThrow()
  })
})
