import { createHash, randomBytes } from 'node:crypto'

/** Entries of one keychain module, by account name. */
export interface Entries {
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
}

/** Windows accepts at most 2,560 bytes in an entry. */
const PART_BYTES = 2400
const INDEX_MARK = 'sitecraft-parts:1:'

interface Index {
  generation: string
  count: number
  digest: string
}

/**
 * Splits a secret that is too long for one entry. The account's own entry is then an index. The parts get a new name
 * each time, so that an interrupted write leaves the former secret intact.
 */
export function withSplitSecrets(entries: Entries): Entries {
  const readIndex = async (account: string): Promise<Index | null> => parseIndex((await entries.get(account)) ?? '')
  const deleteParts = async (account: string, index: Index | null): Promise<void> => {
    for (const name of partNames(account, index)) await entries.delete(name)
  }
  return {
    async get(account) {
      const text = await entries.get(account)
      const index = parseIndex(text ?? '')
      if (!index) return text
      const parts: (string | null)[] = []
      for (const name of partNames(account, index)) parts.push(await entries.get(name))
      const secret = parts.join('')
      return parts.includes(null) || digestOf(secret) !== index.digest ? null : secret
    },
    async set(account, secret) {
      const former = await readIndex(account)
      if (Buffer.byteLength(secret) <= PART_BYTES && !secret.startsWith(INDEX_MARK)) {
        await entries.set(account, secret)
      } else {
        const parts = splitText(secret)
        const index = { generation: randomBytes(6).toString('hex'), count: parts.length, digest: digestOf(secret) }
        const names = partNames(account, index)
        for (const [i, part] of parts.entries()) await entries.set(names[i] ?? '', part)
        await entries.set(account, `${INDEX_MARK}${index.generation}:${index.count}:${index.digest}`)
      }
      await deleteParts(account, former)
    },
    async delete(account) {
      const former = await readIndex(account)
      await entries.delete(account)
      await deleteParts(account, former)
    },
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const partNames = (account: string, index: Index | null): string[] =>
  index ? Array.from({ length: index.count }, (_, i) => `${account}#${index.generation}.${i}`) : []

function parseIndex(text: string): Index | null {
  if (!text.startsWith(INDEX_MARK)) return null
  const [, generation = '', count = '', digest = ''] =
    /^([0-9a-f]{12}):(\d{1,4}):([0-9a-f]{32})$/.exec(text.slice(INDEX_MARK.length)) ?? []
  return generation ? { generation, count: Number(count), digest } : null
}

/** Pieces of at most PART_BYTES in UTF-8, without splitting a character. */
function splitText(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (bytes + size > PART_BYTES) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += character
    bytes += size
  }
  return [...parts, part]
}
