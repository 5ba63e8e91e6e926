import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { openCache } from './contentCache.ts'

const TEXT = 'body { color: red }'
const SHA = createHash('sha256').update(TEXT).digest('hex')

async function aCache() {
  const dir = await mkdtemp(join(tmpdir(), 'sitecraft-cache-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  let fetched = 0
  const fetch = async (): Promise<Readable> => {
    fetched += 1
    return Readable.from([Buffer.from(TEXT)])
  }
  return {
    /** What a process that begins on a machine started at that time gives out, and how often the store was asked by now. */
    read: async (bootedAt: Date) => {
      const file = await openCache(dir, undefined, bootedAt.getTime()).file(SHA, fetch)
      return { file, text: await readFile(file, 'utf8'), fetched }
    },
  }
}

it('gives out no file that a power cut has cut short', async () => {
  const { read } = await aCache()
  const boot = new Date('2026-11-27T08:00:00Z')
  const { file } = await read(boot)
  for (const size of [0, 5]) {
    await truncate(file, size)
    await utimes(file, boot, new Date(boot.getTime() - 1))
    expect((await read(boot)).text).toBe(TEXT)
  }
})

it('keeps one that was whole, and looks at it once', async () => {
  const { read } = await aCache()
  const boot = new Date('2026-11-27T08:00:00Z')
  const { file } = await read(boot)
  await utimes(file, boot, new Date(boot.getTime() - 1))
  expect(await read(boot)).toMatchObject({ text: TEXT, fetched: 1 })
  // In use since the start: it is taken as it is.
  await truncate(file, 5)
  await utimes(file, boot, new Date(boot.getTime() + 1))
  expect(await read(boot)).toMatchObject({ text: TEXT.slice(0, 5), fetched: 1 })
})
