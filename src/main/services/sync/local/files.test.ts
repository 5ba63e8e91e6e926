import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#tests/fakes/syncHarness.ts'
import type { FileEntry } from '../core/tree.ts'
import { createLocalFiles, type LocalFiles } from './files.ts'
import { sha256Of } from './hash.ts'
import { layoutOf, createFoldersBelow, prepareLayout, type Layout } from './layout.ts'
import { lockFolder } from './lock.ts'
import { createTrash, type Trash } from './trash.ts'

let layout: Layout
let files: LocalFiles
let trash: Trash
let now = new Date('2026-11-21T03:00:00Z')
beforeEach(async () => {
  layout = layoutOf(await mkdtemp(join(tmpdir(), 'sitecraft-files-')))
  trash = createTrash(layout, { now: () => now })
  files = createLocalFiles(layout, trash, (path) => path)
  await prepareLayout(layout)
})
afterEach(() => rm(layout.root, { recursive: true }))

const entryOf = (text: string): FileEntry => ({
  kind: 'file',
  sha256: sha256Of(Buffer.from(text)),
  size: Buffer.byteLength(text),
})
const temp = async (text: string): Promise<string> => {
  const path = files.tempPath()
  await writeFile(path, text)
  return path
}
const write = (path: string, text: string): Promise<void> => writeFile(join(layout.root, path), text)
const read = (path: string): Promise<string> => readFile(join(layout.root, path), 'utf8')
const conflict = { code: 'conflict' }

describe('placing', () => {
  test('[S12] replaces exactly the expected content', async () => {
    await write('a', 'old')
    await files.place(await temp('new'), 'a', entryOf('new'), entryOf('old'))
    expect(await read('a')).toBe('new')
    await expect(files.place(await temp('x'), 'a', entryOf('x'), entryOf('old'))).rejects.toMatchObject(conflict)
    await expect(files.place(await temp('x'), 'a', entryOf('x'), null)).rejects.toMatchObject(conflict)
    await expect(files.place(await temp('x'), 'gone', entryOf('x'), entryOf('old'))).rejects.toMatchObject(conflict)
    expect(await read('a')).toBe('new')
  })

  test('[S12] an edit in the last instant before the replacement is not lost', async () => {
    const bytes = Buffer.alloc(48 * 1024 * 1024, 'x')
    const path = join(layout.root, 'a')
    await writeFile(path, bytes)
    const expected: FileEntry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length }
    const editor = await open(path, 'r+')
    const placing = files.place(await temp('theirs'), 'a', entryOf('theirs'), expected)
    const refused = expect(placing).rejects.toMatchObject(conflict)
    // Held: from now on its content is compared for the last time. What has been read is then changed.
    await until(async () => (await stat(path)).nlink === 2)
    // As long as the comparison takes on its thread.
    sha256Of(bytes)
    await editor.write('EDIT', bytes.length / 4)
    await refused
    expect((await readFile(path)).subarray(bytes.length / 4, bytes.length / 4 + 4).toString()).toBe('EDIT')
    await editor.close()
  })

  test('a file keeps its permissions; a read-only one can be moved and replaced', async () => {
    await write('a', 'old')
    await chmod(join(layout.root, 'a'), 0o555)
    await files.place(await temp('new'), 'a', entryOf('new'), entryOf('old'))
    expect((await stat(join(layout.root, 'a'))).mode & 0o777).toBe(0o555)
    await files.place(await files.snapshot('a', entryOf('new')), 'b', entryOf('new'), null)
    expect(await read('b')).toBe('new')
    await files.discard('a', entryOf('new'))
    expect(await readdir(layout.temp)).toEqual([])
  })

  test('[S26] [S29] refuses bytes that are not those meant', async () => {
    await write('a', 'old')
    await expect(files.place(await temp('ne'), 'a', entryOf('new'), entryOf('old'))).rejects.toThrow('不完整')
    await expect(files.place(await temp(''), 'a', entryOf('new'), entryOf('old'))).rejects.toThrow('内容为空')
    expect(await read('a')).toBe('old')
    await files.place(await temp(''), 'empty', entryOf(''), null)
    expect(await read('empty')).toBe('')
  })

  test('[S36] never through a link, nor outside the root', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'sitecraft-outside-'))
    await symlink(outside, join(layout.root, 'link'))
    await expect(files.place(await temp('x'), 'link/a', entryOf('x'), null)).rejects.toThrow('符号链接')
    await expect(files.makeFolder('link/d')).rejects.toThrow('符号链接')
    expect(await readdir(outside)).toEqual([])
    await rm(outside, { recursive: true })
  })
})

test('[S6] a snapshot is the content of the plan, or nothing', async () => {
  await write('a', 'one')
  const copy = await files.snapshot('a', entryOf('one'))
  await write('a', 'two')
  expect(await readFile(copy, 'utf8')).toBe('one')
  await expect(files.snapshot('a', entryOf('one'))).rejects.toMatchObject(conflict)
  await expect(files.snapshot('gone', entryOf('one'))).rejects.toMatchObject(conflict)
  await rm(copy)
  expect(await readdir(layout.temp)).toEqual([])
})

test('a snapshot that can’t be made leaves nothing behind', async () => {
  await mkdir(join(layout.root, 'd'))
  await expect(files.snapshot('d', entryOf('one'))).rejects.toMatchObject(conflict)
  await write('a', 'one')
  await rm(layout.temp, { recursive: true })
  await writeFile(layout.temp, 'in the way')
  await expect(files.snapshot('a', entryOf('one'))).rejects.toThrow()
  expect(await readFile(layout.temp, 'utf8')).toBe('in the way')
})

describe('deleting', () => {
  test('[S20] bytes that are in the trash stay there, whatever fails after that', async () => {
    await write('a', 'one')
    const failing = trash.add({ path: 'a', side: 'local', size: 3 }, async (place) => {
      await rename(join(layout.root, 'a'), place)
      throw new Error('no more file handles')
    })
    await expect(failing).rejects.toThrow('no more')
    expect((await trash.list()).map(({ path }) => path)).toEqual(['a'])
    await expect(
      trash.add({ path: 'b', side: 'local', size: 1 }, () => Promise.reject(new Error('x'))),
    ).rejects.toThrow()
    expect(await readdir(layout.trash)).toHaveLength(2)
  })

  test('[S12] [S20] moves the expected content to the trash, and only that', async () => {
    await write('a', 'one')
    await expect(files.discard('a', entryOf('other'))).rejects.toMatchObject(conflict)
    expect(await trash.list()).toEqual([])
    await files.discard('a', entryOf('one'))
    const [entry] = await trash.list()
    expect(entry).toMatchObject({ path: 'a', side: 'local', size: 3, at: now.toISOString() })
    expect(await readFile((await trash.find(entry?.entry ?? '')).file, 'utf8')).toBe('one')
    expect(await files.readEntry('a')).toBeNull()
  })

  test('[S24] a folder goes only when it is empty', async () => {
    await files.makeFolder('d')
    await write('d/a', '1')
    await expect(files.removeFolder('d')).rejects.toThrow('不同步的文件')
    await rm(join(layout.root, 'd/a'))
    await files.removeFolder('d')
    await files.removeFolder('d')
    expect(await files.readEntry('d')).toBeNull()
  })

  test('the trash keeps its files for 30 days', async () => {
    await write('old', '1')
    await files.discard('old', entryOf('1'))
    now = new Date(now.getTime() + 29 * 24 * 3600 * 1000)
    await write('new', '2')
    await files.discard('new', entryOf('2'))
    await trash.removeExpired()
    expect(await trash.list()).toHaveLength(2)
    now = new Date(now.getTime() + 2 * 24 * 3600 * 1000)
    await trash.removeExpired()
    expect((await trash.list()).map(({ path }) => path)).toEqual(['new'])
    expect(await readdir(layout.trash)).toHaveLength(2)
  })
})

test('what stands in the way of a folder is reported as a change', async () => {
  await write('d', 'a file')
  await expect(files.makeFolder('d')).rejects.toMatchObject(conflict)
  await expect(files.place(await temp('x'), 'd/a', entryOf('x'), null)).rejects.toMatchObject(conflict)
  expect(await files.readEntry('d/a')).toBeNull()
})

test('[S32] a name that stands as NFD on this disk is found by its NFC path, also as a folder', async () => {
  const [nfc, nfd] = ['é', 'é'.normalize('NFD')]
  await mkdir(join(layout.root, nfd))
  await write(`${nfd}/a`, 'one')
  const onDisk = createLocalFiles(layout, trash, (path) => path.replace(nfc, nfd))
  await onDisk.place(await temp('two'), `${nfc}/a`, entryOf('two'), entryOf('one'))
  expect(await read(`${nfd}/a`)).toBe('two')
})

test('[S27] what a killed process left behind is cleared, the trash is not', async () => {
  await temp('half')
  await write('a', 'one')
  await files.discard('a', entryOf('one'))
  await prepareLayout(layout)
  expect(await readdir(layout.temp)).toEqual([])
  expect(await trash.list()).toHaveLength(1)
})

test('[S17] a folder that is gone is made again by none of the engine’s own places', async () => {
  const gone = layoutOf(join(layout.root, 'gone'))
  const missing = { code: 'ENOENT' }
  await expect(prepareLayout(gone)).rejects.toMatchObject(missing)
  await expect(lockFolder(gone, 't')).rejects.toMatchObject(missing)
  const kept = { path: 'a', side: 'local', size: 1 } as const
  await expect(createTrash(gone, { now: () => now }).add(kept, async () => undefined)).rejects.toMatchObject(missing)
  await createFoldersBelow(gone.root, gone.root)
  expect(await readdir(layout.root)).not.toContain('gone')
})
