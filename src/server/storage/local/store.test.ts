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

describe('files', () => {
  it('are written whole, replaced, and made with their folders [S26]', async () => {
    await put('t/css/a.css', 'one')
    const entry = await put('t/css/a.css', 'two')
    expect(await text('t/css/a.css')).toBe('two')
    expect(entry).toMatchObject({ name: 'a.css', kind: 'file', size: 3 })
    expect(await readdir(join(root, '.sitecraft', 'tmp'))).toEqual([])
  })
  it('are listed with folders first and then in Chinese order', async () => {
    for (const path of ['t/b10.css', 't/b9.css', 't/中文.html', 't/爱.html', 't/z/x']) await put(path)
    expect((await store.list(at('t'))).map((e) => e.name)).toEqual(['z', '爱.html', '中文.html', 'b9.css', 'b10.css'])
    expect((await store.list([])).map((e) => e.name)).toEqual(['t'])
  })
  it('keep the names they were given, in one normal form [S32]', async () => {
    await put('t/e\u0301.css', 'x')
    expect(await tree()).toEqual(['\u00e9.css'])
    await put('t/\u00e9.css', 'y')
    await put('t/e\u0301.css', 'z')
    expect(await tree()).toEqual(['\u00e9.css'])
  })
  it('are found by the names that they have, on a disk that takes other spellings too [S32] [S33]', async () => {
    const loose = await openLocalTemplateStore(root, () => now, true)
    await loose.write(at('t/Caf\u00e9.css'), Buffer.from('x'))
    expect((await loose.stat(at('t/Cafe\u0301.css')))?.path).toEqual(['t', 'Caf\u00e9.css'])
    expect(await loose.stat(at('t/caf\u00e9.css'))).toBeNull()
    await expect(loose.write(at('t/caf\u00e9.css'), Buffer.from('y'))).rejects.toMatchObject({ code: 'conflict' })
    await expect(loose.rename(at('t/caf\u00e9.css'), at('t/b.css'))).rejects.toMatchObject({ code: 'not-found' })
    expect(await tree()).toEqual(['Caf\u00e9.css'])
  })
  it('are refused when a name differs in case alone, or Windows forbids it [S33] [S34]', async () => {
    await put('t/Logo.png')
    await expect(put('t/logo.png')).rejects.toMatchObject({
      code: 'conflict',
      details: { fact: { kind: 'collision', collision: 'Logo.png' } },
    })
    await expect(put('t/LOGO.PNG/x')).rejects.toMatchObject({ code: 'conflict' })
    await expect(put('t/a:b')).rejects.toThrow(/a:b/)
    await expect(put('t/new/con/x.css')).rejects.toThrow(/con/)
    expect(await tree()).toEqual(['Logo.png'])
  })
  it('may change the case of their own name [S33]', async () => {
    await put('t/Logo.png', 'x')
    await store.rename(at('t/Logo.png'), at('t/logo.png'))
    expect(await tree()).toEqual(['logo.png'])
    await expect(store.rename(at('t/logo.png'), at('t/what?'))).rejects.toThrow(/what\?/)
    expect(await text('t/logo.png')).toBe('x')
    await writeFile(join(root, 't', 'LOGO.png'), 'another, put there by hand')
    await expect(store.rename(at('t/logo.png'), at('t/LOGO.png'))).rejects.toMatchObject({ code: 'conflict' })
    expect(await tree()).toEqual(['logo.png', 'LOGO.png'])
  })
  it('are no folders, and folders no files', async () => {
    await put('t/a')
    await expect(put('t/a/b')).rejects.toMatchObject({ code: 'conflict' })
    await expect(put('t')).rejects.toMatchObject({ code: 'conflict' })
    await expect(store.list(at('t/a'))).rejects.toMatchObject({ code: 'invalid' })
    await expect(store.read(at('t'))).rejects.toMatchObject({ code: 'invalid' })
    await expect(store.read(at('t/none'))).rejects.toThrow(/none.*不存在/)
  })
  it('are not buried too deep [S34]', async () => {
    expect(() => at(`t/${'deep/'.repeat(40)}x`)).toThrow(/太深/)
    await expect(put(`t/${`${'long'.repeat(60)}/`.repeat(20)}x`)).rejects.toThrow(/太长/)
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

describe('the recycle area', () => {
  it('keeps a whole template under a name until it is restored, or takes it back', async () => {
    await put('t/css/a.css')
    const undo = await store.recycle(at('t'), '7')
    expect(await store.stat(at('t'))).toBeNull()
    await undo()
    expect(await tree()).toEqual(['css', 'css/a.css'])
    await store.recycle(at('t'), '7')
    expect(await store.recycled()).toEqual(['7'])
    const again = await store.restore('7', at('t'))
    expect(await tree()).toEqual(['css', 'css/a.css'])
    await again()
    expect([await store.stat(at('t')), await store.recycled()]).toEqual([null, ['7']])
  })
  it('restores over nothing that is there', async () => {
    await store.recycle(at('t'), '7')
    await store.makeFolder(at('t'))
    await put('t/new.css')
    await expect(store.restore('7', at('t'))).rejects.toMatchObject({ code: 'conflict' })
    expect(await tree()).toEqual(['new.css'])
  })
  it('leaves to the trash what is discarded, or lay under the name', async () => {
    await put('t/a.css')
    await store.recycle(at('t'), '7')
    await store.makeFolder(at('t'))
    await put('t/b.css')
    await store.recycle(at('t'), '7')
    expect(await trashed()).toEqual(['7/a.css'])
    await store.discard('7')
    await store.discard('nothing')
    expect([await trashed(), await store.recycled()]).toEqual([['7/a.css', '7/b.css'], []])
  })
})

describe('the trash', () => {
  it('keeps what is removed, and what an upload replaces [S20]', async () => {
    await put('t/css/a.css', 'old')
    await put('t/b.css')
    await store.trash(at('t/css'))
    await writeFile(join(dir, 'upload'), 'new')
    await store.adopt(at('t/b.css'), join(dir, 'upload'))
    expect(await tree()).toEqual(['b.css'])
    expect(await text('t/b.css')).toBe('new')
    expect(await trashed()).toEqual(['t/b.css', 't/css/a.css'])
  })
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

describe('a merge', () => {
  async function staged(files: Record<string, string>) {
    const staging = await store.stage()
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(staging.dir, path, '..'), { recursive: true })
      await writeFile(join(staging.dir, path), content)
    }
    return staging
  }
  it('brings all files and keeps the replaced ones', async () => {
    await put('t/css/a.css', 'old')
    await store.merge(await staged({ 'css/a.css': 'new', 'js/b.js': 'b', 'index.html': 'i' }), at('t'))
    expect(await tree()).toEqual(['css', 'css/a.css', 'js', 'js/b.js', 'index.html'])
    expect(await text('t/css/a.css')).toBe('new')
    expect(await trashed()).toEqual(['t/css/a.css'])
  })
  it('brings nothing when one name collides', async () => {
    await put('t/Logo.png', 'mine')
    await put('t/b', 'file')
    for (const bad of ['logo.png', 'b/c', 'z/con']) {
      const staging = await staged({ 'a/first.css': 'x', [bad]: 'x' })
      await expect(store.merge(staging, at('t')), bad).rejects.toThrow(/logo\.png|“b”|con/)
      expect(await tree()).toEqual(['b', 'Logo.png'])
    }
    expect(await text('t/Logo.png')).toBe('mine')
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
