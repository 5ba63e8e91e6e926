import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { currentSlot, siteFolder, switchSlot } from '#server/storage/siteFolders.ts'
import { flushPages } from '#server/areas/site/statics/flushPages.ts'
import { openFolderTarget } from '#deploy/folder.ts'
import { Output } from '#server/areas/site/statics/output.ts'
import { ZipWriter } from '#server/storage/zip/writer.ts'
import { copyBackup, MARK_FILE } from '#server/backup/backup.ts'
import { createFolderBackups } from '#server/backup/backupStore.ts'
import { createFromPrepared } from '#server/db/migration/emptyDatabase.ts'
import { privateKey, replaceKey } from '#server/secrets/keyFile.ts'
import { addKey } from '#server/secrets/keys.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { type DurableWrite, textsIn, write } from './durableWrite.ts'

const STORE = 'src/server/storage'

const UPLOADS: readonly DurableWrite[] = [
  {
    module: 'src/deploy/folder.ts',
    shows: 'a file of a publish target is there under its name once the deployment is done',
    async run(root, watch) {
      const target = await openFolderTarget(root)
      const disk = await watch()
      await target.write('news/1.html', async () => Readable.from([Buffer.from('page')]), 4)
      await target.close()
      expect(disk.left()).toMatchObject({ 'news/1.html': 'page' })
    },
  },
  {
    module: `${STORE}/spool.ts`,
    shows: 'an upload has its bytes before it gets its name',
    async run(root, watch) {
      const store = openLocalBlobStore(root)
      const disk = await watch()
      await store.receive(Readable.from([Buffer.from('bytes')]), { sha256: false })
      expect(textsIn(disk.left('all'), 'tmp')).toEqual(['bytes'])
    },
  },
  {
    module: `${STORE}/local/blobs.ts`,
    shows: 'an upload is there under its name, also copied, taken away and given back',
    async run(root, watch) {
      const store = openLocalBlobStore(root)
      const disk = await watch()
      await store.store(await store.receive(Readable.from([Buffer.from('bytes')]), { sha256: false }), '2026/11/a')
      expect(disk.left()).toMatchObject({ '2026/11/a': 'bytes' })
      await store.copy('2026/11/a', 'copies/b')
      expect(disk.left()).toMatchObject({ 'copies/b': 'bytes' })
      const copied = await store.extract('2026/11/a', { keep: true })
      await store.store({ file: copied.file, size: 5 }, 'copies/c')
      expect(disk.left()).toMatchObject({ '2026/11/a': 'bytes', 'copies/c': 'bytes' })
      const taken = await store.extract('2026/11/a', { keep: false })
      expect(disk.left()).not.toHaveProperty('2026/11/a')
      await taken.undo()
      expect(disk.left()).toMatchObject({ '2026/11/a': 'bytes' })
    },
  },
]

const SITES: readonly DurableWrite[] = [
  {
    module: 'src/server/areas/site/statics/slotRecord.ts',
    shows: 'pages that were built are whole with their record, and visitors see them',
    async run(root, watch) {
      const site = siteFolder(root, 1)
      mkdirSync(site, { recursive: true })
      writeFileSync(join(root, 'a.css'), 'css')
      const disk = await watch()
      const output = new Output(site)
      output.write('d/1.html', 'page')
      output.copy('a.css', join(root, 'a.css'))
      output.finish({ pages: new Map(), files: new Map(['d/1.html', 'a.css'].map((name) => [name, 'revision'])) })
      output.close()
      await switchSlot(site, output.slot)
      const slot = `statics/1/${output.slot}`
      const left = disk.left()
      expect(left).toMatchObject({ [`${slot}/d/1.html`]: 'page', [`${slot}/a.css`]: 'css' })
      expect(JSON.parse(left[`${slot}.json`] ?? 'null')).toMatchObject({
        files: expect.arrayContaining([['a.css', 'revision']]),
      })
      expect(left['statics/1/current']).toBe(currentSlot(site))
    },
  },
  {
    module: `${STORE}/siteFolders.ts`,
    shows: 'visitors see the slot that was switched to',
    async run(root, watch) {
      await mkdir(join(root, 'site'))
      const disk = await watch()
      await switchSlot(join(root, 'site'), 'b')
      expect(disk.left()).toEqual({ 'site/current': 'b' })
    },
  },
  {
    module: 'src/server/areas/site/statics/flushPages.ts',
    shows: 'pages and their names are there',
    async run(root, watch) {
      const disk = await watch()
      await write(join(root, 'd/1'), 'page')
      flushPages(root, new Set([join(root, 'd/1')]), new Set([join(root, 'd')]))
      expect(disk.left()).toEqual({ 'd/1': 'page' })
    },
  },
]

const INSTALLATION: readonly DurableWrite[] = [
  {
    module: 'src/server/secrets/keys.ts',
    shows: 'a new key of the secrets is there',
    async run(root, watch) {
      const disk = await watch()
      await addKey(root)
      expect(disk.left()['secret-key']).toMatch(/^[\da-f]{64}\n$/)
    },
  },
  {
    module: 'src/server/secrets/keyFile.ts',
    shows: 'the private key is there, made and replaced',
    async run(root, watch) {
      const disk = await watch()
      const db = {
        selectFrom: () => ({ select: () => ({ where: () => ({ executeTakeFirst: async () => undefined }) }) }),
      }
      const deps = { db, dataDir: root } as unknown as Parameters<typeof privateKey>[0]
      const pem = await privateKey(deps)
      expect(disk.left()['rsa-key.pem']).toBe(pem)
      await replaceKey(deps, `other ${pem}`)
      expect(disk.left()['rsa-key.pem']).toBe(`other ${pem}`)
    },
  },
  {
    module: 'src/server/db/moveFlushed.ts',
    shows: 'a prepared database is there before anything is written to it',
    async run(root, watch) {
      await writeFile(join(root, 'prepared'), 'empty')
      const disk = await watch()
      await createFromPrepared(join(root, 'sitecraft.db'), join(root, 'prepared'))
      expect(disk.left()).toMatchObject({ 'sitecraft.db': 'empty' })
    },
  },
  {
    module: 'src/server/backup/backup.ts',
    shows: 'a backup is whole with its mark, and its mark comes last',
    async run(root, watch) {
      await write(join(root, 'from/files/a'), 'a')
      await write(join(root, 'from', MARK_FILE), 'mark')
      await mkdir(join(root, 'to'))
      const disk = await watch()
      let before: Record<string, string> = {}
      disk.onRename = (_from, to) => {
        if (to === join(root, 'to', MARK_FILE)) before = disk.left()
      }
      await mkdir(join(root, 'to/backup'))
      await copyBackup(join(root, 'from'), join(root, 'to'))
      expect(before).toMatchObject({ 'to/files/a': 'a' })
      expect(disk.left()).toMatchObject({ 'to/files/a': 'a', [`to/${MARK_FILE}`]: 'mark' })
    },
  },
  {
    module: 'src/server/backup/backupStore.ts',
    shows: 'a backup that is half removed does not look whole',
    async run(root, watch) {
      const name = 'backup-20261128-030000-000001'
      await write(join(root, name, MARK_FILE), 'mark')
      await write(join(root, name, 'files/a'), 'a')
      const disk = await watch()
      await createFolderBackups(root).remove(name)
      expect(disk.left()).not.toHaveProperty(`${name}/${MARK_FILE}`)
    },
  },
  {
    module: 'src/server/storage/zip/writer.ts',
    shows: 'an exported archive has its bytes before it gets its name',
    async run(root, watch) {
      const disk = await watch()
      const zip = ZipWriter.toFile(join(root, 'a.zip'), new Date())
      await zip.add('a.txt', Readable.from([Buffer.from('text')]))
      await zip.finish()
      expect(disk.left('all')['a.zip']).toBe(await readFile(join(root, 'a.zip'), 'utf8'))
    },
  },
]

/** What the server writes beside templates, without running. */
export const SERVER_WRITES: readonly DurableWrite[] = [...UPLOADS, ...SITES, ...INSTALLATION]

/** Modules whose writes need not outlive a power cut, or are shown elsewhere, and why. */
export const SERVER_UNFLUSHED: Readonly<Record<string, string>> = {
  'src/deploy/folderReleases.ts':
    'the link is flushed when folder.ts closes; a former link is switched again by the next deployment',
  'src/server/areas/site/statics/renameOver.ts': 'moves pages, which flushPages.ts flushes',
  'src/server/areas/site/statics/output.ts': 'hands its pages to flushPages.ts and slotRecord.ts',
  'src/server/areas/template/files/importZip.ts': 'works on a staged tree, which is flushed before it is merged',
  [`${STORE}/contentCache.ts`]: 'a cache, which hashes what may have been cut short (contentCache.test.ts)',
}
