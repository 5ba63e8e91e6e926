import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashOf } from '#tests/builders/template.ts'
import { filesIn } from '#tests/builders/zip.ts'
import { ZIP_LIMITS } from './limits.ts'
import { openZip } from './reader.ts'
import { unpackRefusal } from './refusal.ts'
import { ZipWriter } from './writer.ts'

const NOW = new Date('2026-11-28T08:00:00Z')
const TEXT = Buffer.from('文字'.repeat(5000))
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-zip-writer-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function* endless(onClose: () => void): AsyncGenerator<Buffer> {
  try {
    for (;;) yield Buffer.alloc(64 * 1024)
  } finally {
    onClose()
  }
}

it('writes what the reader and other programs read, and answers size and hash of each entry', async () => {
  const file = join(dir, 'a.zip')
  const zip = ZipWriter.toFile(file, NOW)
  zip.addFolder('空的')
  expect(await zip.add('首页.html', [TEXT])).toEqual({ bytes: TEXT.length, sha256: await hashOf(TEXT) })
  await zip.add('a.png', Readable.from([TEXT]), { extension: 'png' })
  await zip.finish()
  expect(filesIn(await readFile(file))).toEqual(
    new Map([
      ['空的/', Buffer.alloc(0)],
      ['首页.html', TEXT],
      ['a.png', TEXT],
    ]),
  )
  for (const inMemory of [0, Infinity]) {
    const { entries, close } = await openZip(file, {
      limits: ZIP_LIMITS,
      refusal: unpackRefusal,
      maxInMemoryBytes: inMemory,
    })
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['空的/', 0],
      ['首页.html', TEXT.length],
      ['a.png', TEXT.length],
    ])
    // Only what is not compressed already is compressed.
    expect(entries.map(({ packedSize }) => packedSize < TEXT.length)).toEqual([true, true, false])
    const [, page] = entries
    expect(page && (await buffer(page.read()))).toEqual(TEXT)
    close()
  }
})

it('throws the error of what it reads, and the output ends as no zip file', async () => {
  const file = join(dir, 'a.zip')
  const zip = ZipWriter.toFile(file, NOW)
  await zip.add('good.css', [TEXT])
  const broken = async function* (): AsyncGenerator<Buffer> {
    yield TEXT
    throw new Error('the file went')
  }
  await expect(zip.add('bad.css', broken())).rejects.toThrow('the file went')
  zip.abort()
  await expect(zip.finish()).rejects.toThrow()
  const opened = openZip(file, { limits: ZIP_LIMITS, refusal: unpackRefusal })
  await expect(opened).rejects.toMatchObject({ code: 'invalid' })
})

it('closes what it reads when nobody takes the output any more', async () => {
  const { zip, stream } = ZipWriter.toStream(NOW)
  let isClosed = false
  const added = zip.add(
    'endless.css',
    endless(() => (isClosed = true)),
  )
  stream.once('data', () => stream.destroy())
  await expect(added).rejects.toThrow()
  await expect.poll(() => isClosed).toBe(true)
})
