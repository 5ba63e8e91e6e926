import { expect, it } from 'vitest'
import { type Entries, withSplitSecrets } from './secretParts.ts'

/** Entries as Windows has them: none larger than 2,560 bytes. */
function smallEntries() {
  const held = new Map<string, string>()
  const entries: Entries = {
    get: async (account) => held.get(account) ?? null,
    async set(account, secret) {
      if (Buffer.byteLength(secret) > 2560) throw new Error('too long')
      held.set(account, secret)
    },
    delete: async (account) => void held.delete(account),
  }
  return { held, entries }
}
const LONG = `${'汉😀a'.repeat(600)}end`

it.each([
  ['a short one', 't'],
  ['one of 2,400 bytes', 'x'.repeat(2400)],
  ['one of 4 kB', 'y'.repeat(4096)],
  ['one of characters that take several bytes', LONG],
  ['one that looks like an index', 'sitecraft-parts:1:0123456789ab:1:0123456789abcdef0123456789abcdef'],
])('gives a secret back whole, changes and deletes it without a rest: %s', async (_name, secret) => {
  const { held, entries } = smallEntries()
  const secrets = withSplitSecrets(entries)
  await secrets.set('a', secret)
  expect(await secrets.get('a')).toBe(secret)
  await secrets.set('a', `${secret}+`)
  expect(await secrets.get('a')).toBe(`${secret}+`)
  await secrets.set('a', 'short')
  expect([...held]).toEqual([['a', 'short']])
  await secrets.set('a', secret)
  await secrets.delete('a')
  expect(held.size).toBe(0)
})

it('keeps the former secret whole when a write breaks off', async () => {
  const { held, entries } = smallEntries()
  await withSplitSecrets(entries).set('a', LONG)
  let writes = 2
  const breaking: Entries = {
    ...entries,
    set: (account, secret) => (writes-- > 0 ? entries.set(account, secret) : Promise.reject(new Error('gone'))),
  }
  await expect(withSplitSecrets(breaking).set('a', 'z'.repeat(6000))).rejects.toThrow('gone')
  expect(await withSplitSecrets(entries).get('a')).toBe(LONG)
  expect(held.size).toBeGreaterThan(2)
})

it('returns no secret when one of its parts is missing', async () => {
  const { held, entries } = smallEntries()
  await withSplitSecrets(entries).set('a', LONG)
  const part = [...held.keys()].find((name) => name !== 'a') ?? ''
  held.delete(part)
  expect(await withSplitSecrets(entries).get('a')).toBeNull()
})
