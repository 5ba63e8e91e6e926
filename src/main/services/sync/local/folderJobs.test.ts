import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderResults, type PlacementResult, runFolderJob } from './folderJobs.ts'
import { sha256Of } from './hash.ts'

let root: string
let temp: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft-jobs-'))
  temp = join(root, '.sitecraft-sync/tmp')
  await mkdir(temp, { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

const sha = (text: string): string => sha256Of(Buffer.from(text))
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')
const write = (path: string, text: string): Promise<void> => writeFile(join(root, path), text)

/** Places `text` where `expected` stands (null: nothing); `meant`: what it should be. */
async function place(
  disk: string,
  text: string,
  expected: string | null,
  meant = text,
): Promise<PlacementResult | undefined> {
  const bytes = new Uint8Array(Buffer.from(text))
  const file = { disk, offset: 0, size: bytes.length, sha256: sha(meant), expected: expected && sha(expected) }
  const job = { do: 'place', root, temp, bytes: bytes.buffer, files: [file] } as const
  const placed = (await runFolderJob({ ...job, files: [...job.files] }, () => undefined)) as FolderResults['place']
  return placed[0]
}
const changed = { changed: true, held: null }

describe('placing a batch', () => {
  test('[S12] makes a new file, and replaces exactly the expected content', async () => {
    const placed = await place('a', 'one', null)
    const { size, mtimeNs, ctimeNs, ino } = await stat(join(root, 'a'), { bigint: true })
    expect(placed).toEqual({ stamp: `${size} ${mtimeNs} ${ctimeNs} ${ino}` })
    expect(await place('a', 'two', 'one')).toHaveProperty('stamp')
    expect(await read('a')).toBe('two')
    expect(await place('a', 'three', 'one')).toEqual(changed)
    expect(await place('a', 'three', null)).toEqual(changed)
    expect(await place('gone', 'three', 'one')).toEqual(changed)
    expect(await place('no/folder', 'three', null)).toEqual(changed)
    expect(await read('a')).toBe('two')
    expect(await readdir(temp)).toEqual([])
  })

  test('[S7] the time of a placed file lies back, so that a later write of the same size shows', async () => {
    await place('a', 'one', null)
    const before = await stat(join(root, 'a'))
    expect(Date.now() - before.mtimeMs).toBeGreaterThan(2000)
    await write('a', 'two')
    expect((await stat(join(root, 'a'))).mtimeMs).toBeGreaterThan(before.mtimeMs + 2000)
  })

  test('[S29] what is empty or cut takes no place', async () => {
    await write('a', 'old')
    expect(await place('a', '', 'old', 'new')).toEqual({ spoiled: 'empty' })
    expect(await place('a', 'ne', 'old', 'new')).toEqual({ spoiled: 'cut' })
    expect(await read('a')).toBe('old')
  })

  test('[S36] nothing is written or read behind a link, nor over one', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'sitecraft-outside-'))
    await writeFile(join(outside, 'secret'), 'secret')
    await symlink(outside, join(root, 'link'))
    await symlink(join(outside, 'secret'), join(root, 'file'))
    expect(await place('link/a', 'one', null)).toEqual({ link: true })
    expect(await place('file', 'one', 'secret')).toEqual(changed)
    const job = { do: 'load', root, disks: ['link/secret', 'file', 'gone'] } as const
    const loaded = await runFolderJob({ ...job, disks: [...job.disks] }, () => undefined)
    expect(loaded).toMatchObject({ files: [{ link: true }, { missing: true }, { missing: true }] })
    expect(await readdir(outside)).toEqual(['secret'])
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret')
    await rm(outside, { recursive: true })
  })
})

describe('[S1] [S6] reading files again', () => {
  /** How a file looks that was last changed so many ms ago, asked with this stamp. */
  async function look(stamp: string, settleMs = 0) {
    const job = { do: 'read', root, files: [{ disk: 'a', stamp }], settleMs } as const
    const [found] = (await runFolderJob({ ...job, files: [...job.files] }, () => undefined)) as FolderResults['read']
    return { stamp: found?.stamp ?? '', sha256: found?.sha256 ?? '' }
  }

  test('reads one that looks otherwise than it is known, or is not known, and no other', async () => {
    await place('a', 'one', null)
    const { stamp } = await look('')
    // Its last change is too young for its stamp to say all.
    expect([stamp, (await look('')).sha256]).toEqual(['', sha('one')])
    const { size, mtimeNs, ctimeNs, ino } = await stat(join(root, 'a'), { bigint: true })
    const now = `${size} ${mtimeNs} ${ctimeNs} ${ino}`
    expect(await look(now)).toEqual({ stamp: now, sha256: '' })
    expect((await look(`${now}0`)).sha256).toBe(sha('one'))
  })
  test('does not read one that was changed a moment ago', async () => {
    await write('a', 'one')
    expect((await look('', 60_000)).sha256).toBe('')
    expect((await look('', 0)).sha256).toBe(sha('one'))
  })
})

test('loading gives each file’s own bytes', async () => {
  await write('a', 'one')
  await write('b', 'three')
  const job = { do: 'load', root, disks: ['b', 'a'] } as const
  const { bytes, files } = (await runFolderJob(
    { ...job, disks: [...job.disks] },
    () => undefined,
  )) as FolderResults['load']
  const texts = files.map((file) =>
    'offset' in file
      ? Buffer.from(bytes)
          .subarray(file.offset, file.offset + file.size)
          .toString()
      : '',
  )
  expect(texts).toEqual(['three', 'one'])
})
