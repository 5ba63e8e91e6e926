import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cluster, useCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { bucketStore, diskStore, embeddedStore, type StoreHarness } from '#tests/builders/templateStores.ts'
import { formatPath, parsePath } from './path.ts'
import type { TemplateStore } from './templateStore.ts'

const now = new Date('2026-11-21T08:00:00')
const at = parsePath
const missing = whyNoPostgres()
if (missing) console.info(`skipped on PostgreSQL: ${missing}`)

describe.each([
  ['a disk', diskStore],
  ['the embedded database and a folder', embeddedStore],
  ...(missing ? [] : [['PostgreSQL and a bucket', bucketStore] as const]),
] as const)('template files on %s', (_where, openPlace) => {
  let cluster: Cluster | undefined
  let place: StoreHarness
  let store: TemplateStore
  let dir: string
  const text = async (path: string): Promise<string> => (await store.read(at(path))).toString()
  const put = (path: string, content = path) => store.write(at(path), Buffer.from(content))
  const tree = async (): Promise<string[]> => (await store.walk(at('t'))).map((e) => formatPath(e.path.slice(1)))
  const trashed = () => place.trashed()

  beforeAll(async () => {
    if (!missing) cluster = await useCluster()
  })
  afterAll(() => cluster?.stop())
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sitecraft-contract-'))
    place = await openPlace(() => now, cluster)
    store = await place.open()
    await store.makeFolder(at('t'))
  })
  afterEach(async () => {
    await place.close()
    await rm(dir, { recursive: true, force: true })
  })

  describe('files', () => {
    it('are written whole, replaced, and made with their folders [S26]', async () => {
      await put('t/css/a.css', 'one')
      const entry = await put('t/css/a.css', 'two')
      expect(await text('t/css/a.css')).toBe('two')
      expect(entry).toMatchObject({ name: 'a.css', kind: 'file', size: 3 })
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
    it('is emptied after seven days', async () => {
      const day = 86_400_000
      await put('t/a.css')
      await store.trash(at('t/a.css'))
      await store.prune(new Date(now.getTime() + 6 * day))
      expect(await trashed()).toEqual(['t/a.css'])
      await store.prune(new Date(now.getTime() + 8 * day))
      expect(await trashed()).toEqual([])
    })
    it('gives back what it got', async () => {
      await put('t/css/a.css', 'old')
      const undo = await store.trash(at('t/css'))
      expect(await tree()).toEqual([])
      await undo()
      expect([await tree(), await text('t/css/a.css')]).toEqual([['css', 'css/a.css'], 'old'])
      const back = await store.rename(at('t/css'), at('t/样式'))
      expect(await tree()).toEqual(['样式', '样式/a.css'])
      await back()
      expect(await tree()).toEqual(['css', 'css/a.css'])
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

  describe('a replacement of many files', () => {
    const texts = async (): Promise<Record<string, string>> => {
      const files = (await store.walk(at('t'))).filter(({ kind }) => kind === 'file')
      const read = files.map(async ({ path }) => [formatPath(path.slice(1)), await text(formatPath(path))] as const)
      return Object.fromEntries(await Promise.all(read))
    }
    const BEFORE = { 'a.css': 'a', 'css/old.css': 'o', kind: 'file' }
    const AFTER = { 'a.css': 'a2', 'kind/b.css': 'b' }
    beforeEach(async () => {
      for (const [path, content] of Object.entries(BEFORE)) await put(`t/${path}`, content)
    })
    const replace = async () => {
      const staging = await store.stage()
      await mkdir(join(staging.dir, 'kind'))
      await writeFile(join(staging.dir, 'a.css'), 'a2')
      await writeFile(join(staging.dir, 'kind/b.css'), 'b')
      return store.replace(staging, at('t'), [['css', 'old.css'], ['css'], ['kind']], 'token-1')
    }
    it('replaces, removes and changes kinds in one step, and takes all of it back', async () => {
      const { undo } = await replace()
      expect(await texts()).toEqual(AFTER)
      expect(await tree()).not.toContain('css')
      await undo()
      expect(await texts()).toEqual(BEFORE)
      expect(await store.unfinished()).toEqual([])
    })
    it('holds when it is settled', async () => {
      await (await replace()).settle()
      store = await place.open()
      expect([await texts(), await store.unfinished()]).toEqual([AFTER, []])
      expect(await trashed()).toEqual(['t/a.css', 't/css/old.css', 't/kind'])
    })
  })

  describe('a batch', () => {
    const staged = async (files: Record<string, string>) => {
      const items = Object.entries(files).map(([path, content]) => {
        const bytes = Buffer.from(content)
        return { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
      })
      return { items, staged: await store.stageBatch('t', items, true) }
    }
    it('places, copies, makes folders and removes, many at once', async () => {
      await put('t/old.css', 'old')
      const { items, staged: waiting } = await staged({ 'css/a.css': 'a', 'css/b.css': 'b', 'old.css': 'new' })
      const batch = store.openBatch()
      await Promise.all(items.map(({ path }, index) => batch.place(at(`t/${path}`), String(waiting.files[index]))))
      await waiting.discard(true)
      const [first] = items
      expect(await batch.copy(at('t/copy.css'), at('t/css/a.css'), String(first?.sha256))).toMatchObject({ size: 1 })
      expect(await batch.copy(at('t/no.css'), at('t/css/b.css'), String(first?.sha256))).toBeNull()
      expect(await batch.makeFolder(at('t/empty/deep'))).toMatchObject({ kind: 'folder' })
      expect((await batch.read(at('t/old.css'))).toString()).toBe('new')
      await expect(batch.remove(at('t/css'))).rejects.toMatchObject({ code: 'conflict' })
      await batch.remove(at('t/css/b.css'))
      await batch.sync(true)
      expect(await tree()).toEqual(['css', 'css/a.css', 'empty', 'empty/deep', 'copy.css', 'old.css'])
      await batch.undo()
      expect(await text('t/css/b.css')).toBe('b')
    })
    it('refuses a name that differs in case alone, also from one of the same batch', async () => {
      const { items, staged: waiting } = await staged({ 'Logo.png': '1', 'logo.png': '2' })
      const batch = store.openBatch()
      const ended = await Promise.allSettled(
        items.map(({ path }, index) => batch.place(at(`t/${path}`), String(waiting.files[index]))),
      )
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await tree()).toHaveLength(1)
    })
  })

  describe('contents that are kept', () => {
    it('stay when their files go, and are given back by their hash', async () => {
      const entry = await put('t/a.css', 'former')
      const sha256 = await store.sha256(at('t/a.css'))
      expect(await store.kept.has(sha256)).toBe(false)
      await store.kept.keepGoing(entry, sha256)
      await put('t/a.css', 'now')
      expect(await store.kept.has(sha256)).toBe(true)
      expect(await readFile(await store.kept.file(sha256), 'utf8')).toBe('former')
      const batch = store.openBatch()
      await batch.copyFile(at('t/b.css'), await store.kept.file(sha256), sha256)
      await batch.sync(true)
      expect(await text('t/b.css')).toBe('former')
      await store.kept.remove(sha256)
      await expect(store.kept.file(sha256)).rejects.toMatchObject({ code: 'not-found' })
    })
    it('are those that they are said to be', async () => {
      const file = join(dir, 'file')
      await writeFile(file, 'one')
      expect(await store.kept.keep(file, 'ab'.repeat(32))).toBe(false)
      const sha256 = createHash('sha256').update('one').digest('hex')
      expect(await store.kept.keep(file, sha256)).toBe(true)
      const untouched: string[] = []
      for await (const each of store.kept.untouchedSince(new Date(Date.now() + 60_000))) untouched.push(each)
      expect(untouched).toContain(sha256)
    })
  })

  describe('whoever reads', () => {
    it('gets ranges, paths of this machine, and all files of a folder', async () => {
      await put('t/css/a.css', '0123456789')
      await put('t/b.css', 'b')
      expect(await textOf(await store.stream(at('t/css/a.css'), { start: 2, end: 4 }))).toBe('234')
      expect(await readFile(await store.locate(at('t/b.css')), 'utf8')).toBe('b')
      const out = await store.checkOut(at('t'))
      expect((await readdir(out.dir, { recursive: true })).toSorted()).toEqual(['b.css', 'css', 'css/a.css'])
      expect(await readFile(join(out.dir, 'css/a.css'), 'utf8')).toBe('0123456789')
      await out.release()
      const staging = await store.stage(at('t'))
      expect(await readFile(join(staging.dir, 'css/a.css'), 'utf8')).toBe('0123456789')
      await staging.discard()
      expect(await store.sha256All(await store.walk(at('t'), { sorted: false }))).toContain(
        createHash('sha256').update('b').digest('hex'),
      )
    })
    it('sees another version of what is written again', async () => {
      const first = await put('t/a.css', 'same')
      const second = await put('t/a.css', 'same')
      expect([second.ino, second.mtimeNs]).not.toEqual([first.ino, first.mtimeNs])
      expect(await store.stat(at('t/a.css'))).toEqual(second)
    })
  })
})
