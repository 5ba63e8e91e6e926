import { describe, expect, it } from 'vitest'
import { redact } from './operationLog.ts'

describe('what the operation log keeps of an input', () => {
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
  it('cuts long texts and lists, and says how long a text was', () => {
    expect(redact({ content: 'x'.repeat(5000) })).toEqual({ content: `${'x'.repeat(300)}…（共 5000 字）` })
    expect(redact(Array.from({ length: 500 }, (_, i) => i))).toHaveLength(100)
  })
})
