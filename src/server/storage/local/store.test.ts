import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatPath, parsePath } from '../path.ts'
import type { TemplateStore } from '../templateStore.ts'
import { openLocalTemplateStore } from './index.ts'

let dir: string
let root: string
let store: TemplateStore
const now = new Date('2026-11-21T08:00:00')
const at = parsePath
const text = async (path: string): Promise<string> => (await store.read(at(path))).toString()
const put = (path: string, content = path) => store.write(at(path), Buffer.from(content))
const tree = async (): Promise<string[]> => (await store.walk(at('t'))).map((e) => formatPath(e.path.slice(1)))
/** Files in the trash, without the folder that carries the time. */
async function trashed(): Promise<string[]> {
  const trash = join(root, '.sitecraft', 'trash')
  const all = await readdir(trash, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = all.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name).slice(trash.length + 1))
  return files.map((file) => file.split('/').slice(1).join('/')).sort()
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-store-'))
  root = join(dir, 'templates')
  store = await openLocalTemplateStore(root, () => now)
  await store.makeFolder(at('t'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('files on a disk', () => {
  it('with equal contents are kept at the same time', async () => {
    const sha256 = 'ab'.repeat(32)
    const entries = await Promise.all(['t/a.css', 't/b.css'].map((path) => put(path, 'equal')))
    await Promise.all(entries.map((entry) => store.kept.keepGoing(entry, sha256)))
    expect(await readFile(await store.kept.file(sha256), 'utf8')).toBe('equal')
  })
  it('are found by the names that they have, on a disk that takes other spellings too [S32] [S33]', async () => {
    const loose = await openLocalTemplateStore(root, () => now, { loose: true })
    await loose.write(at('t/Caf\u00e9.css'), Buffer.from('x'))
    expect((await loose.stat(at('t/Cafe\u0301.css')))?.path).toEqual(['t', 'Caf\u00e9.css'])
    expect(await loose.stat(at('t/caf\u00e9.css'))).toBeNull()
    await expect(loose.write(at('t/caf\u00e9.css'), Buffer.from('y'))).rejects.toMatchObject({ code: 'conflict' })
    await expect(loose.rename(at('t/caf\u00e9.css'), at('t/b.css'))).rejects.toMatchObject({ code: 'not-found' })
    expect(await tree()).toEqual(['Caf\u00e9.css'])
  })
  it('leave no temporary ones, and differ from those put there by hand in case [S33]', async () => {
    await put('t/logo.png', 'x')
    expect(await readdir(join(root, '.sitecraft', 'tmp'))).toEqual([])
    await writeFile(join(root, 't', 'LOGO.png'), 'another, put there by hand')
    await expect(store.rename(at('t/logo.png'), at('t/LOGO.png'))).rejects.toMatchObject({ code: 'conflict' })
    expect(await tree()).toEqual(['logo.png', 'LOGO.png'])
  })
})

describe('what lies outside', () => {
  beforeEach(async () => {
    await mkdir(join(dir, 'outside'))
    await writeFile(join(dir, 'outside', 'secret'), 'secret')
    await symlink(join(dir, 'outside'), join(root, 't', 'link'))
    await symlink(join(dir, 'outside', 'secret'), join(root, 't', 'file'))
  })
  it('is not reached through links [S36]', async () => {
    expect(await tree()).toEqual([])
    for (const path of ['t/link/secret', 't/file', 't/link']) {
      await expect(store.read(at(path)), path).rejects.toMatchObject({ code: 'invalid' })
      await expect(store.write(at(path), Buffer.from('x')), path).rejects.toMatchObject({ code: 'invalid' })
      await expect(store.trash(at(path)), path).rejects.toMatchObject({ code: 'invalid' })
      await expect(store.rename(at(path), at('t/x')), path).rejects.toMatchObject({ code: 'invalid' })
    }
    await expect(put('t/link/new')).rejects.toMatchObject({ code: 'invalid' })
    expect(await readFile(join(dir, 'outside', 'secret'), 'utf8')).toBe('secret')
    expect(await readdir(join(dir, 'outside'))).toEqual(['secret'])
  })
  it('is not copied with a template', async () => {
    await put('t/a.css')
    const copy = await store.stage(at('t'))
    expect(await readdir(copy.dir)).toEqual(['a.css'])
  })
  it("includes the store's own folder [S27]", async () => {
    await expect(store.list(at('.sitecraft'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(put('.sitecraft/trash/x')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the trash', () => {
  it('is emptied after seven days, like left-over temporary files after one', async () => {
    await put('t/a.css')
    await store.trash(at('t/a.css'))
    const day = 86_400_000
    const left = join(root, '.sitecraft', 'tmp', 'left')
    await writeFile(left, 'half')
    await utimes(left, now, now)
    await store.prune(new Date(now.getTime() + day / 2))
    expect(await readFile(left, 'utf8')).toBe('half')
    await store.prune(new Date(now.getTime() + 6 * day))
    expect(await trashed()).toEqual(['t/a.css'])
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' })
    await store.prune(new Date(now.getTime() + 8 * day))
    expect(await trashed()).toEqual([])
  })
})

/** A process that opens the store, runs the script and ends. */
const run = (script: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { openLocalTemplateStore } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
      const store = await openLocalTemplateStore(${JSON.stringify(root)}, () => new Date())
      ${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

describe('a process that is killed while merging', () => {
  const FILES = 3000
  const merging = `
    const { mkdir, writeFile } = await import('node:fs/promises')
    const staging = await store.stage()
    await mkdir(staging.dir + '/new')
    for (let i = 0; i < ${FILES}; i++) await writeFile(staging.dir + '/f' + i, 'new')
    await writeFile(staging.dir + '/new/a', 'new')
    await store.merge(staging, ['t'])
    setInterval(() => undefined, 1000)`
  /** How many files are the new ones. */
  const moved = async () => {
    const files = await readdir(join(root, 't'))
    return files.filter((name) => name !== 'f0' && name !== 'new').length
  }
  it('leaves what the next start takes back', async () => {
    await put('t/f0', 'old')
    const child = run(merging)
    while ((await moved()) < 20) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await moved()).toBeLessThan(FILES)
    expect(await text('t/f0')).toBe('new')
    const next = await openLocalTemplateStore(root, () => now)
    const unfinished = await next.unfinished()
    expect(unfinished.map(({ folder }) => folder)).toEqual(['t'])
    for (const { undo } of [...unfinished, ...unfinished]) await undo()
    expect(await tree()).toEqual(['f0'])
    expect(await text('t/f0')).toBe('old')
    expect(await next.unfinished()).toEqual([])
  })
  it('leaves nothing to do when the merge is over or was refused', async () => {
    const staging = await store.stage()
    await writeFile(join(staging.dir, 'a'), 'new')
    const undo = await store.merge(staging, at('t'))
    expect([await tree(), await store.unfinished()]).toEqual([['a'], []])
    await undo()
    expect(await tree()).toEqual([])
    await rm(staging.dir, { recursive: true })
    await expect(store.merge(staging, at('t'))).rejects.toThrow()
    expect(await store.unfinished()).toEqual([])
  })
})

describe('a process that is killed while writing', () => {
  it('leaves the old or the new file, never half of one [S26]', async () => {
    const size = 3_000_000
    const writing = `
      for (let i = 0; ; i++) {
        await store.write(['t', 'big.bin'], Buffer.alloc(${size}, 97 + (i % 26)))
        process.stdout.write('.')
      }`
    for (let round = 0; round < 6; round++) {
      const child = run(writing)
      await once(child.stdout, 'data')
      // Any moment will do; these fall into different steps of a write.
      await new Promise((resolve) => setTimeout(resolve, round * 7))
      child.kill('SIGKILL')
      await once(child, 'exit')
      const bytes = await store.read(at('t/big.bin'))
      expect(bytes.length).toBe(size)
      expect(bytes.equals(Buffer.alloc(size, bytes[0]))).toBe(true)
      expect(await tree()).toEqual(['big.bin'])
    }
  })
})
