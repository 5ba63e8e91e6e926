import { describe, expect, it } from 'vitest'
import { AppError } from '../errors/index.ts'
import { redact as redactWith } from './redact.ts'

describe('redaction', () => {
  const redact = (value: unknown) => redactWith(value, { placeholder: '[已隐藏]' })
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
    const fact = { kind: 'codeNeeded' as const, imageCodeKey: 'k', imageCodeValue: 'v' }
    const error = new AppError('forbidden', '请输入验证码', { details: { operation: 'a', fact } })
    expect(redact({ error })).toMatchObject({
      error: {
        message: '请输入验证码',
        code: 'forbidden',
        details: { operation: 'a', fact: { kind: 'codeNeeded', imageCodeKey: '[已隐藏]' } },
      },
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

describe('what the operation log keeps of an input', () => {
  const redact = (value: unknown, personal: readonly string[] = []) =>
    redactWith(value, { placeholder: '***', maxTextChars: 300, maxListItems: 100, hidesMarkup: true, personal })
  it('blanks secrets at any depth', () => {
    const input = { username: 'a', password: 'p', nested: [{ newPassword: 'q', imageCodeValue: 'r', token: 't' }] }
    const kept = {
      username: 'a',
      password: '***',
      nested: [{ newPassword: '***', imageCodeValue: '***', token: '***' }],
    }
    expect(redact(input)).toEqual(kept)
  })
  it('blanks what says something about a person, where the operation names it', () => {
    const input = { id: 7, name: '张三', list: [{ phone: '138' }] }
    expect(redact(input, ['name', 'phone'])).toEqual({ id: 7, name: '***', list: [{ phone: '***' }] })
  })
  it('keeps of a text with markup how long it is, also of one that was cut before', () => {
    const body = `<p>${'正文'.repeat(10)}</p>`
    expect(redact({ title: '1 < 2', body })).toEqual({ title: '1 < 2', body: '（带格式的正文，共 27 字）' })
    expect(redact(`${body}…（共 5000 字）`)).toBe('（带格式的正文，共 5000 字）')
  })
  it('cuts long texts and lists, and says how long a text was', () => {
    expect(redact({ content: 'x'.repeat(5000) })).toEqual({ content: `${'x'.repeat(300)}…（共 5000 字）` })
    expect(redact(Array.from({ length: 500 }, (_, i) => i))).toHaveLength(100)
  })
})
