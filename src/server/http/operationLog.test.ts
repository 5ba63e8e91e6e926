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
  it('cuts long texts and lists, and says how long a text was', () => {
    expect(redact({ content: 'x'.repeat(5000) })).toEqual({ content: `${'x'.repeat(300)}…（共 5000 字）` })
    expect(redact(Array.from({ length: 500 }, (_, i) => i))).toHaveLength(100)
  })
})
