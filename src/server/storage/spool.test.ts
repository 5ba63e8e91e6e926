import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#shared/util/dates.ts'
import { openSpool, writeStream } from './spool.ts'

const BATCH = 1024 * 1024

async function spool() {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-spool-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = () => readdir(join(folder, 'tmp')).catch(() => [])
  return { folder, names, spool: openSpool(folder) }
}
async function* pieces(...all: Buffer[]): AsyncGenerator<Buffer> {
  yield* all
}
const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex')

it('receives a stream whole, with its size and the hashes that are asked for', async () => {
  const { spool: own, names } = await spool()
  const parts = [Buffer.alloc(BATCH - 1, 'a'), Buffer.from('b'), Buffer.alloc(BATCH + 1, 'c'), Buffer.from('d')]
  const whole = Buffer.concat(parts)
  for (const stream of [pieces(...parts), Readable.from(parts)])
    for (const sha256 of [true, false]) {
      const copy = stream instanceof Readable ? Readable.from(parts) : pieces(...parts)
      const { file, ...received } = await own.receive(copy, { sha256 })
      expect(received).toEqual({
        size: whole.length,
        sha512: digest('sha512', whole),
        sha256: sha256 ? digest('sha256', whole) : '',
      })
      expect((await readFile(file)).equals(whole)).toBe(true)
      await own.discard({ file })
    }
  expect(await names()).toEqual([])
  expect(await own.receive(pieces(), { sha256: false })).toMatchObject({ size: 0 })
})

it('keeps nothing of a stream that breaks', async () => {
  const { spool: own, names } = await spool()
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(BATCH + 5)
    throw new Error('hung up')
  }
  await expect(own.receive(broken(), { sha256: true })).rejects.toThrow('hung up')
  expect(await names()).toEqual([])
})

it('frees the pieces when that is asked for only', async () => {
  const { spool: own } = await spool()
  for (const release of [true, false]) {
    const piece = Buffer.from(new ArrayBuffer(10))
    await own.receive(pieces(piece), { sha256: false, release })
    expect(piece.length).toBe(release ? 0 : 10)
  }
  // A part of a buffer is somebody else's too.
  const shared = Buffer.from(new ArrayBuffer(10)).subarray(2)
  await own.receive(pieces(shared), { sha256: false, release: true })
  expect(shared.length).toBe(8)
})

it('writes from an offset on', async () => {
  const { folder } = await spool()
  const file = join(folder, 'a')
  await writeFile(file, '0123456789')
  const handle = await open(file, 'r+')
  const seen: string[] = []
  const each = (piece: Buffer): void => void seen.push(piece.toString())
  expect(await writeStream(handle, pieces(Buffer.from('ab'), Buffer.from('c')), 4, { each })).toBe(3)
  await handle.close()
  expect([await readFile(file, 'utf8'), seen]).toEqual(['0123abc789', ['ab', 'c']])
})

it('removes what was left half received a day ago', async () => {
  const { folder, spool: own, names } = await spool()
  await own.prune(new Date())
  await mkdir(join(folder, 'tmp'))
  const now = new Date('2026-11-28T08:00:00Z')
  for (const [name, age] of Object.entries({ old: DAY_MS + 1000, same: DAY_MS, young: DAY_MS - 1000 })) {
    await writeFile(join(folder, 'tmp', name), '')
    const time = new Date(now.getTime() - age)
    await utimes(join(folder, 'tmp', name), time, time)
  }
  await own.prune(now)
  expect(new Set(await names())).toEqual(new Set(['same', 'young']))
})
