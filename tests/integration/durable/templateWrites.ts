import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type TreeEntry, writeDiskTrees } from '#server/process/move/trees.ts'
import * as durable from '#server/storage/local/durable.ts'
import { openLocalTemplateStore } from '#server/storage/local/index.ts'
import { adoptFile, makeFolder, type OpenUndo, writeFile as writeUndoable } from '#server/storage/local/undoable.ts'
import { parsePath } from '#server/storage/path.ts'
import { LIVE } from '#server/storage/shared/rows.ts'
import { hashOf } from '#tests/builders/template.ts'
import { type DurableWrite, textsIn, write } from './durableWrite.ts'

const STORE = 'src/server/storage'
/** A new folder on another volume than `folder`: tests may run on the disk or in memory. */
async function otherVolume(folder: string): Promise<string> {
  const { dev } = await stat(folder)
  for (const place of ['/dev/shm', '/var/tmp'])
    if ((await stat(place)).dev !== dev) return mkdtemp(join(place, 'sitecraft-durable-'))
  throw new Error('memory and disk are two volumes')
}
const openStore = (root: string) => openLocalTemplateStore(root, () => new Date())
/** Files of templates, without the store's own. */
const inTemplates = (left: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(left).filter(([path]) => !path.startsWith('.sitecraft/')))
const batchOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, text]) => ({ path, sha256: 'x', bytes: Buffer.from(text) }))
const stagedTree = async (store: Awaited<ReturnType<typeof openStore>>, texts: Record<string, string>) => {
  const staging = await store.stage()
  for (const [path, text] of Object.entries(texts)) await write(join(staging.dir, path), text)
  return staging
}

const HELPERS: readonly DurableWrite[] = [
  {
    module: `${STORE}/local/undoable.ts`,
    shows: 'what a transaction writes is there, and what is taken back is as before',
    async run(root, watch) {
      const at = (path: string): string => join(root, path)
      const spot = (path: string, replaces: boolean) => ({ path: parsePath(path), file: at(path), replaces })
      for (const name of ['written', 'adopted', 'kept', 'source']) await write(at(name), `${name} before`)
      const disk = await watch()
      const undos: (() => Promise<void>)[] = []
      const open: OpenUndo = { onRollback: (undo) => void undos.push(undo), afterCommit: () => undefined }
      await makeFolder(spot('folder', false), null)
      await writeUndoable(at('tmp'), spot('folder/new', false), Buffer.from('new'), null)
      await writeUndoable(at('tmp'), spot('written', true), Buffer.from('after'), open)
      await adoptFile(at('tmp'), spot('adopted', true), { source: at('source'), kept: at('kept') }, open)
      expect(disk.left()).toMatchObject({ 'folder/new': 'new', written: 'after', adopted: 'source before' })
      for (const undo of undos.toReversed()) await undo()
      expect(disk.left()).toMatchObject({ written: 'written before', adopted: 'kept before' })
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'a file that is written is there, new and replaced',
    async run(root, watch) {
      await writeFile(join(root, 'old'), 'before')
      const disk = await watch()
      for (const name of ['new', 'old'])
        await durable.writeAtomically(join(root, 'tmp'), join(root, name), Buffer.from('after'))
      expect(disk.left()).toMatchObject({ new: 'after', old: 'after' })
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'what is moved is at its new place, and no longer at the old one',
    async run(root, watch) {
      await write(join(root, 'a/1'), 'one')
      await mkdir(join(root, 'b'))
      const disk = await watch()
      await durable.moveDurably(join(root, 'a/1'), join(root, 'b/1'))
      expect(disk.left()).toEqual({ 'b/1': 'one' })
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'a file that comes from here or from another volume is there',
    async run(root, watch) {
      await write(join(root, 'here'), 'here')
      await mkdir(join(root, 'to'))
      const elsewhere = await otherVolume(root)
      try {
        await writeFile(join(elsewhere, 'there'), 'there')
        const disk = await watch()
        await durable.moveAtomically(join(root, 'tmp'), join(root, 'here'), join(root, 'to/here'))
        await durable.moveAtomically(join(root, 'tmp'), join(elsewhere, 'there'), join(root, 'to/there'))
        expect(disk.left()).toMatchObject({ 'to/here': 'here', 'to/there': 'there' })
      } finally {
        await rm(elsewhere, { recursive: true })
      }
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'the files of a tree are there, with their names where that is said',
    async run(root, watch) {
      const disk = await watch()
      await write(join(root, 'bytes/a/1'), 'one')
      await write(join(root, 'names/a/b/1'), 'one')
      await write(join(root, 'names/2'), 'two')
      await durable.syncFilesBelow(join(root, 'bytes'))
      await durable.syncTree(join(root, 'names'))
      expect(disk.left()).toEqual({ 'names/a/b/1': 'one', 'names/2': 'two' })
      expect(disk.left('all')['bytes/a/1']).toBe('one')
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'a copy of a file has its bytes',
    async run(root, watch) {
      await writeFile(join(root, 'source'), 'text')
      const disk = await watch()
      await durable.copyIfSame(join(root, 'tmp'), join(root, 'source'), await hashOf(Buffer.from('text')))
      expect(textsIn(disk.left('all'), 'tmp')).toEqual(['text'])
    },
  },
]

const TEMPLATES: readonly DurableWrite[] = [
  {
    module: `${STORE}/local/index.ts`,
    shows: 'files and folders of templates are where each call has put them',
    async run(root, watch) {
      const store = await openStore(root)
      await write(join(root, 'outside'), 'adopted')
      const disk = await watch()
      const there = () => inTemplates(disk.left())
      await store.makeFolder(parsePath('t'))
      await store.write(parsePath('t/a'), Buffer.from('a'))
      expect(there()['t/a']).toBe('a')
      await store.adopt(parsePath('t/b'), join(root, 'outside'))
      // The upload was flushed when it came.
      expect(there()).toHaveProperty('t/b')
      await store.rename(parsePath('t/a'), parsePath('t/c'))
      expect(Object.keys(there()).filter((path) => path.startsWith('t/'))).toEqual(['t/b', 't/c'])
      await store.trash(parsePath('t/c'))
      expect(there()).not.toHaveProperty('t/c')
      expect(textsIn(disk.left(), '.sitecraft/trash')).toEqual(['a'])
      await store.recycle(parsePath('t'), 'r')
      expect(there()).not.toHaveProperty('t/b')
      await store.restore('r', parsePath('u'))
      expect(there()).toHaveProperty('u/b')
      await store.recycle(parsePath('u'), 'r')
      await store.discard('r')
      expect(Object.keys(disk.left()).filter((path) => /^(u|\.sitecraft\/recycled)\//.test(path))).toEqual([])
    },
  },
  {
    module: `${STORE}/local/index.ts`,
    shows: 'a new folder is there',
    async run(root, watch) {
      const store = await openStore(root)
      const disk = await watch()
      await store.makeFolder(parsePath('t'))
      // Its file is flushed without any folder: only the folder's own call can have kept the way.
      await writeFile(join(root, 't/a'), 'a')
      await durable.syncFile(join(root, 't/a'))
      expect(disk.folders()).toContain('t')
    },
  },
  {
    module: `${STORE}/local/merge.ts`,
    shows: 'a tree that is merged into a template is whole, its journal is there until then and goes',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      await store.write(parsePath('t/a'), Buffer.from('before'))
      const disk = await watch()
      const staging = await stagedTree(store, { a: 'after', 'd/b': 'new' })
      let journals: string[] = []
      disk.onRename = (from) => {
        if (from.startsWith(staging.dir)) journals = textsIn(disk.left(), '.sitecraft/journal')
      }
      await store.merge(staging, parsePath('t'))
      expect(journals.map((text) => (JSON.parse(text) as { moves: unknown[] }).moves.length)).toEqual([2])
      expect(inTemplates(disk.left())).toEqual({ 't/a': 'after', 't/d/b': 'new' })
      expect(textsIn(disk.left(), '.sitecraft/journal')).toEqual([])
    },
  },
  {
    module: `${STORE}/local/merge.ts`,
    shows: 'a tree that replaces parts of a template is whole, and its journal stays until the change counts',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      await store.makeFolder(parsePath('t/d'))
      for (const path of ['t/a', 't/d/gone']) await store.write(parsePath(path), Buffer.from('before'))
      const disk = await watch()
      const staging = await stagedTree(store, { a: 'after', b: 'new' })
      const change = await store.replace(staging, parsePath('t'), [parsePath('d/gone')], 'token')
      expect(inTemplates(disk.left())).toEqual({ 't/a': 'after', 't/b': 'new' })
      expect(textsIn(disk.left(), '.sitecraft/journal').join()).toContain('token')
      await change.settle()
      expect(textsIn(disk.left(), '.sitecraft/journal')).toEqual([])
    },
  },
  {
    module: `${STORE}/local/merge.ts`,
    shows: 'paths that only go are gone',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      await store.makeFolder(parsePath('t/d'))
      for (const path of ['t/stays', 't/d/gone']) await store.write(parsePath(path), Buffer.from('x'))
      const disk = await watch()
      const staging = await stagedTree(store, {})
      await store.replace(staging, parsePath('t'), [parsePath('d/gone')], 'token')
      expect(inTemplates(disk.left())).toEqual({ 't/stays': 'x' })
    },
  },
  {
    module: `${STORE}/local/journal.ts`,
    shows: 'a change that is taken back leaves no journal',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      await (await store.replace(await stagedTree(store, { a: 'new' }), parsePath('t'), [], 'token')).settle()
      const unsettled = await stagedTree(store, { a: 'newer' })
      await store.replace(unsettled, parsePath('t'), [], 'token')
      const disk = await watch()
      const [change] = await store.unfinished()
      await change?.undo()
      expect(textsIn(disk.left(), '.sitecraft/journal')).toEqual([])
    },
  },
  {
    module: `${STORE}/local/batchJournal.ts`,
    shows: 'a batch is in its journal before it is answered, and in its files before the journal goes',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      const disk = await watch()
      const staged = await store.stageBatch('t', batchOf({ a: 'one', b: 'two' }), true)
      expect(textsIn(disk.left(), '.sitecraft/batches').join()).toMatch(/one.*two/s)
      const batch = store.openBatch()
      for (const [at, name] of ['a', 'b'].entries()) await batch.place(['t', name], staged.files[at] ?? '')
      await batch.sync(true)
      const old = new Date(Date.now() - 3_600_000)
      for (const name of await readdir(join(root, '.sitecraft/batches')))
        await utimes(join(root, '.sitecraft/batches', name), old, old)
      await store.settle(new Date())
      expect(inTemplates(disk.left())).toEqual({ 't/a': 'one', 't/b': 'two' })
    },
  },
  {
    module: `${STORE}/local/batchJournal.ts`,
    shows: 'files of a batch that no rows tell about have their bytes before they are moved',
    async run(root, watch) {
      const store = await openStore(root)
      const disk = await watch()
      await store.stageBatch('t', batchOf({ a: 'one', b: 'two' }), false)
      expect(textsIn(disk.left('all'), '.sitecraft/tmp')).toEqual(['one', 'two'])
    },
  },
  {
    module: `${STORE}/local/batch.ts`,
    shows: 'what a batch has made, copied and removed is so',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      await store.makeFolder(parsePath('t/o'))
      for (const path of ['t/source', 't/o/gone']) await store.write(parsePath(path), Buffer.from('x'))
      const disk = await watch()
      const batch = store.openBatch()
      await batch.copy(parsePath('t/copy'), parsePath('t/source'), await hashOf(Buffer.from('x')))
      await batch.makeFolder(parsePath('t/d/e'))
      await batch.remove(parsePath('t/o/gone'))
      await batch.sync(true)
      expect(inTemplates(disk.left())).toEqual({ 't/copy': 'x', 't/source': 'x' })
      expect(disk.folders()).toContain('t/d/e')
    },
  },
  {
    module: `${STORE}/local/batch.ts`,
    shows: 'files of a batch that no rows tell about are there under their names',
    async run(root, watch) {
      const store = await openStore(root)
      await store.makeFolder(parsePath('t'))
      const disk = await watch()
      const staged = await store.stageBatch('t', batchOf({ a: 'one' }), false)
      const batch = store.openBatch()
      await batch.place(['t', 'a'], staged.files[0] ?? '')
      await batch.sync(false)
      expect(inTemplates(disk.left())).toEqual({ 't/a': 'one' })
    },
  },
  {
    module: 'src/server/process/move/trees.ts',
    shows: 'templates that were moved here are whole, with what is kept of their files',
    async run(root, watch) {
      await writeFile(join(root, 'from'), 'text')
      const sha256 = await hashOf(Buffer.from('text'))
      const disk = await watch()
      const entry: TreeEntry = { area: LIVE, path: 't/a', kind: 'file', size: 4, sha256, mtimeNs: '0', ino: '0' }
      const folder: TreeEntry = { ...entry, path: 't', kind: 'folder', sha256: '' }
      await writeDiskTrees(root, {
        entries: [folder, entry],
        kept: [{ sha256, size: 4, time: 0 }],
        file: async () => ({ file: join(root, 'from'), giveBack: async () => undefined }),
      })
      expect(disk.left()).toMatchObject({
        'templates/t/a': 'text',
        [`templates/.sitecraft/kept/${sha256.slice(0, 2)}/${sha256}`]: 'text',
      })
    },
  },
]

/** What the store of the templates writes. */
export const TEMPLATE_WRITES: readonly DurableWrite[] = [...HELPERS, ...TEMPLATES]
