import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bucketPlace, buildTemplateRow, embeddedPlace, type StorePlace } from '#tests/builders/storePlaces.ts'
import { type Cluster, useCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { type FileChanges, TemplateChange } from './templateChange.ts'
import { TemplateFiles } from './templateFiles.ts'
import { findRowsBelow, findRowsSince } from './rows.ts'
import { copyFileRows, fillTemplate, openStaging, storeTree, writeTree } from './tree.ts'

const now = new Date('2026-11-21T08:00:00')
const missing = whyNoPostgres()
if (missing) console.info(`skipped on PostgreSQL: ${missing}`)

describe.each([
  ['the embedded database and a folder', embeddedPlace],
  ...(missing ? [] : [['PostgreSQL and a bucket', bucketPlace] as const]),
] as const)('template files in %s', (_where, openPlace) => {
  let cluster: Cluster | undefined
  let place: StorePlace
  let files: TemplateFiles
  let id: number
  let neighbour: number
  let version: number

  beforeAll(async () => {
    if (!missing) cluster = await useCluster()
  })
  afterAll(() => cluster?.stop())
  beforeEach(async () => {
    place = await openPlace(() => now, cluster)
    files = new TemplateFiles(place.db, place.contents)
    id = await buildTemplateRow(place.db, 't')
    neighbour = await buildTemplateRow(place.db, 'neighbour')
    version = 1
    await change((it) => it.writeBytes('other.css', Buffer.from('of the neighbour')), neighbour)
  })
  afterEach(async () => {
    expect(await tree(neighbour), 'another template is left alone').toEqual(['other.css'])
    await place.close()
  })

  async function change(work: (it: TemplateChange) => Promise<unknown>, templateId = id): Promise<FileChanges> {
    return place.db.transaction().execute(async (db) => {
      const stamp = { version: version + 1, changedBy: 'admin', machine: 'desk' }
      const it = new TemplateChange({ db, contents: place.contents, templateId, stamp, time: now.getTime() })
      await work(it)
      const changes = await it.finish()
      version += 1
      return changes
    })
  }
  const put = (path: string, text = path) => change((it) => it.writeBytes(path, Buffer.from(text)))
  const text = async (path: string): Promise<string> => (await files.read(await files.file(id, path))).toString()
  const tree = async (templateId = id): Promise<string[]> =>
    (await files.walkInOrder(templateId)).map(({ path }) => path)
  const paths = (rows: readonly { path: string }[]): string[] => rows.map(({ path }) => path).toSorted()

  describe('one file', () => {
    it('is written with its folders, and replaced', async () => {
      const first = await put('css/a.css', 'one')
      expect([paths(first.written), first.former, first.removed]).toEqual([['css/a.css'], [], []])
      const { former, written } = await put('css/a.css', 'two')
      expect(await text('css/a.css')).toBe('two')
      expect([former.length, former[0]?.size, written[0]?.sha256 === former[0]?.sha256]).toEqual([1, 3, false])
      expect(written).toMatchObject([{ path: 'css/a.css', version, changedBy: 'admin', machine: 'desk' }])
    })
    it('with the same bytes again is no change for those who follow', async () => {
      await put('a.css', 'same')
      const before = await files.file(id, 'a.css')
      expect(await put('a.css', 'same')).toEqual({ former: [], written: [], removed: [], renamed: [] })
      expect(await files.file(id, 'a.css')).toEqual(before)
    })
    it('is refused when its name differs in case alone, or Windows forbids it [S33] [S34]', async () => {
      await put('Logo.png')
      await expect(put('logo.png')).rejects.toMatchObject({
        code: 'conflict',
        details: { fact: { kind: 'collision', collision: 'Logo.png' } },
      })
      await expect(put('LOGO.PNG/x')).rejects.toMatchObject({ code: 'conflict' })
      await expect(put('a:b')).rejects.toThrow(/a:b/)
      await expect(put('new/con/x.css')).rejects.toThrow(/con/)
      await expect(put(`${`${'long'.repeat(60)}/`.repeat(20)}x`)).rejects.toThrow(/过长/)
      const both = change(async (it) => {
        await it.writeBytes('a/One.css', Buffer.from('1'))
        await it.writeBytes('a/one.css', Buffer.from('2'))
      })
      await expect(both, 'also of the same change').rejects.toMatchObject({ code: 'conflict' })
      expect(await tree()).toEqual(['Logo.png'])
    })
    it('is no folder, and a folder no file', async () => {
      await put('a')
      await change((it) => it.makeFolder('f'))
      await expect(put('a/b')).rejects.toMatchObject({ code: 'conflict' })
      await expect(put('f')).rejects.toMatchObject({ code: 'conflict' })
      await expect(change((it) => it.makeFolder('a'))).rejects.toMatchObject({ code: 'conflict' })
      await expect(files.list(id, 'a')).rejects.toMatchObject({ code: 'invalid' })
      await expect(files.list(id, 'none')).rejects.toMatchObject({ code: 'not-found' })
      await expect(files.file(id, 'f')).rejects.toMatchObject({ code: 'invalid' })
      await expect(files.file(id, 'none')).rejects.toThrow(/none.*不存在/)
      await change((it) => it.makeFolder('f'))
    })
    it('whose bytes are not in the store is not written', async () => {
      const lost = change((it) => it.write('a.css', { sha256: 'ab'.repeat(32), size: 1 }))
      await expect(lost).rejects.toMatchObject({ code: 'unavailable' })
      expect(await tree()).toEqual([])
    })
  })

  describe('what goes', () => {
    beforeEach(() =>
      change(async (it) => {
        for (const path of ['d/a.css', 'd/e/b.css', 'd0.css', 'x.css']) await it.writeBytes(path, Buffer.from(path))
      }),
    )
    it('is a file, or a folder with all that is in it, and is remembered', async () => {
      const since = version
      const { removed, former } = await change((it) => it.remove('d'))
      expect([removed.toSorted(), paths(former)]).toEqual([
        ['d/a.css', 'd/e/b.css'],
        ['d/a.css', 'd/e/b.css'],
      ])
      expect(await tree()).toEqual(['d0.css', 'x.css'])
      const gone = await findRowsSince(place.db, id, since, 100)
      expect([paths(gone), new Set(gone.map(({ kind }) => kind))]).toEqual([
        ['d', 'd/a.css', 'd/e', 'd/e/b.css'],
        new Set(['gone']),
      ])
      await expect(change((it) => it.remove('d'))).rejects.toMatchObject({ code: 'not-found' })
      await put('d/a.css', 'again')
      expect(await text('d/a.css')).toBe('again')
    })
    it('moves with all that is in it', async () => {
      const { renamed, former, written } = await change((it) => it.rename('d', 'x'))
      expect([renamed, former, written]).toEqual([[{ from: 'd', to: 'x', isFile: false }], [], []])
      expect(await tree()).toEqual(['x', 'x/e', 'x/e/b.css', 'x/a.css', 'd0.css', 'x.css'])
      expect(await text('x/e/b.css')).toBe('d/e/b.css')
    })
    it('may change the case of its own name, and takes no name that is there [S33]', async () => {
      await change((it) => it.rename('x.css', 'X.css'))
      expect(await tree()).toContain('X.css')
      await expect(change((it) => it.rename('X.css', 'd0.css'))).rejects.toMatchObject({ code: 'conflict' })
      await expect(change((it) => it.rename('X.css', 'D'))).rejects.toMatchObject({ code: 'conflict' })
      await expect(change((it) => it.rename('X.css', 'what?'))).rejects.toThrow(/what\?/)
      expect(await text('X.css')).toBe('x.css')
    })
    it('leaves a folder empty within the same change', async () => {
      await change(async (it) => {
        expect([await it.isEmpty('d'), await it.isEmpty('d/e')]).toEqual([false, false])
        await it.remove('d/e/b.css')
        expect(await it.isEmpty('d/e')).toBe(true)
        await it.writeBytes('d/e/c.css', Buffer.from('c'))
        expect(await it.isEmpty('d/e')).toBe(false)
        await it.remove('d')
        await it.writeBytes('d', Buffer.from('a file now'))
      })
      expect([await tree(), await text('d')]).toEqual([['d', 'd0.css', 'x.css'], 'a file now'])
    })
  })

  describe('a whole folder of this machine', () => {
    async function staged(given: Record<string, string>) {
      const staging = await openStaging(place.contents)
      for (const [path, content] of Object.entries(given)) {
        await mkdir(join(staging.dir, path, '..'), { recursive: true })
        await writeFile(join(staging.dir, path), content)
      }
      const entries = await storeTree(place.contents, staging.dir)
      await staging.discard()
      return entries
    }
    it('are added to a folder with existing files', async () => {
      await put('in/css/a.css', 'old')
      const entries = await staged({ 'css/a.css': 'new', 'js/b.js': 'b', 'e\u0301.html': 'i' })
      const { former, written } = await change((it) => writeTree(it, entries, 'in'))
      expect(await tree()).toEqual(['in', 'in/css', 'in/css/a.css', 'in/js', 'in/js/b.js', 'in/\u00e9.html'])
      expect([await text('in/css/a.css'), paths(former), written.length]).toEqual(['new', ['in/css/a.css'], 3])
    })
    it('comes whole or not at all', async () => {
      await put('Logo.png', 'mine')
      await put('b', 'file')
      for (const bad of ['logo.png', 'b/c', 'z/con']) {
        const entries = await staged({ 'a/first.css': 'x', [bad]: 'x' })
        await expect(
          change((it) => writeTree(it, entries)),
          bad,
        ).rejects.toThrow(/logo\.png|“b”|con/)
        expect(await tree()).toEqual(['b', 'Logo.png'])
      }
    })
    it('makes a template, which can be copied: its bytes are there already', async () => {
      const copy = await buildTemplateRow(place.db, 'copy')
      const entries = await staged({ 'css/a.css': 'a', 'index.html': 'i' })
      await place.db.transaction().execute(async (db) => {
        await fillTemplate({ db, contents: place.contents, time: now.getTime() }, id, entries)
      })
      await change((it) => it.remove('index.html'))
      await place.db.transaction().execute((db) => copyFileRows(db, id, copy))
      expect(await findRowsBelow(place.db, copy, '')).toMatchObject([
        { path: 'css', kind: 'folder', version: 1 },
        { path: 'css/a.css', kind: 'file', version: 1, changedBy: '' },
      ])
    })
  })

  describe('whoever reads', () => {
    it('gets folders first and then the Chinese order', async () => {
      for (const path of ['b10.css', 'b9.css', '中文.html', '爱.html', 'z/x']) await put(path)
      const names = (await files.list(id, '')).map(({ path }) => path)
      expect(names).toEqual(['z', '爱.html', '中文.html', 'b9.css', 'b10.css'])
      expect(await tree()).toEqual(['z', 'z/x', '爱.html', '中文.html', 'b9.css', 'b10.css'])
      expect(paths(await findRowsBelow(place.db, id, 'z'))).toEqual(['z/x'])
    })
    it('gets ranges, paths of this machine, and all files of a template', async () => {
      await put('css/a.css', '0123456789')
      await put('b.css', 'b')
      const row = await files.file(id, 'css/a.css')
      expect(await textOf(await files.stream(row, { start: 2, end: 4 }))).toBe('234')
      expect(await readFile(await files.fileOf(row), 'utf8')).toBe('0123456789')
      const out = await files.checkOut(id)
      expect((await readdir(out.dir, { recursive: true })).toSorted()).toEqual(['b.css', 'css', 'css/a.css'])
      expect(await readFile(join(out.dir, 'css/a.css'), 'utf8')).toBe('0123456789')
      await out.release()
      await expect(readdir(out.dir)).rejects.toThrow(/ENOENT/)
    })
  })
})
