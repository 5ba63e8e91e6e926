import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { upgradeDataFormat, revertDataFormat } from '#services/dataFolder/dataFormat.ts'
import { createDraftStore } from '#services/dataFolder/localDrafts.ts'
import { syncTree, writeDurably } from '#services/files/durable.ts'
import { jsonFile } from '#services/files/jsonFile.ts'
import { openDatabase } from '#services/sync/base/database.ts'
import { createBaseStore } from '#services/sync/base/store.ts'
import { createSyncTrees } from '#services/sync/core/syncTrees.ts'
import type { Session, WorkspaceContext } from '#services/sync/engine/context.ts'
import { createDiskFlusher } from '#services/sync/engine/diskFlusher.ts'
import { retainReplacedFile } from '#services/sync/engine/history.ts'
import { createLocalFiles } from '#services/sync/local/files.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { layoutOf, prepareLayout } from '#services/sync/local/layout.ts'
import { createTrash } from '#services/sync/local/trash.ts'
import { revertData } from '#services/updates/formerData.ts'
import { confirmStart, countStart } from '#services/updates/starts.ts'
import { createOwnFiles } from '#services/uploads/validateFiles.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import type { DurableWrite } from './durableWrite.ts'

const MAIN = 'src/main/services'
const number = z.object({ n: z.number() })
const fileOf = (text: string) => ({ kind: 'file', sha256: sha256Of(Buffer.from(text)), size: text.length }) as const
const textsIn = (left: Record<string, string>, folder: string): string[] =>
  Object.entries(left).flatMap(([path, text]) => (path.startsWith(`${folder}/`) ? [text] : []))

async function syncedFolder(root: string) {
  const layout = layoutOf(root)
  const trash = createTrash(layout, { now: () => new Date('2026-11-28T03:00:00Z') })
  await prepareLayout(layout)
  return { layout, trash, files: createLocalFiles(layout, trash, (path) => path) }
}

export const HOST_WRITES: readonly DurableWrite[] = [
  {
    module: `${MAIN}/files/durable.ts`,
    shows: 'a small file is there, new and replaced',
    async run(root, watch) {
      await writeFile(join(root, 'old'), 'before')
      const disk = await watch()
      await writeDurably(join(root, 'new'), 'text')
      await writeDurably(join(root, 'old'), Buffer.from('after'))
      expect(disk.left()).toEqual({ new: 'text', old: 'after' })
    },
  },
  {
    module: `${MAIN}/files/durable.ts`,
    shows: 'a tree is there with all its files',
    async run(root, watch) {
      const disk = await watch()
      await mkdir(join(root, 'a/b'), { recursive: true })
      await writeFile(join(root, 'a/1'), 'one')
      await writeFile(join(root, 'a/b/2'), 'two')
      await syncTree(join(root, 'a'))
      expect(disk.left()).toEqual({ 'a/1': 'one', 'a/b/2': 'two' })
    },
  },
  {
    module: `${MAIN}/files/jsonFile.ts`,
    shows: 'settings and connections that were saved are there',
    async run(root, watch) {
      const disk = await watch()
      await jsonFile(join(root, 'a.json'), number, { n: 0 }, memoryLog()).update(() => ({ n: 7 }))
      expect(JSON.parse(disk.left()['a.json'] ?? 'null')).toEqual({ n: 7 })
    },
  },
  {
    module: `${MAIN}/dataFolder/localDrafts.ts`,
    shows: 'a draft that was kept is there',
    async run(root, watch) {
      const disk = await watch()
      const drafts = createDraftStore({ folder: join(root, 'drafts'), now: Date.now, log: memoryLog() })
      await drafts.put('me', 'form', '草稿')
      expect(textsIn(disk.left(), 'drafts').map((text) => (JSON.parse(text) as { text: string }).text)).toEqual([
        '草稿',
      ])
    },
  },
  {
    module: `${MAIN}/dataFolder/dataFormat.ts`,
    shows: 'what an upgrade changes is copied before its first step, and the mark comes last',
    async run(root, watch) {
      await mkdir(join(root, 'sync/w1'), { recursive: true })
      await writeFile(join(root, 'connections.json'), 'old')
      await writeFile(join(root, 'sync/w1/a'), 'old a')
      const disk = await watch()
      const step = async (): Promise<void> =>
        expect(disk.left()).toMatchObject({
          'before-upgrade/host-1/connections.json': 'old',
          'before-upgrade/host-1/sync/w1/a': 'old a',
        })
      await upgradeDataFormat(root, '0.2.0', { format: 2, steps: [{ to: 2, run: step }] })
      expect(disk.left()['format.json']).toContain('0.2.0')
    },
  },
  {
    module: `${MAIN}/dataFolder/dataFormat.ts`,
    shows: 'what goes back is there before its copy goes',
    async run(root, watch) {
      const copy = join(root, 'before-upgrade/host-1')
      await mkdir(join(copy, 'sync'), { recursive: true })
      await writeFile(join(copy, 'connections.json'), 'old')
      await writeFile(join(copy, 'sync/a'), 'old a')
      const disk = await watch()
      let back: Record<string, string> = {}
      disk.onRename = (from) => {
        if (from === copy) back = disk.left()
      }
      await revertDataFormat(root, { format: 1, version: '0.1.0' })
      expect(back).toMatchObject({ 'connections.json': 'old', 'sync/a': 'old a' })
    },
  },
  {
    module: `${MAIN}/updates/formerData.ts`,
    shows: 'the database of the former version is back, and the other one kept',
    async run(root, watch) {
      await mkdir(join(root, 'server/before-upgrade'), { recursive: true })
      await writeFile(join(root, 'server/sitecraft.db'), 'upgraded')
      await writeFile(join(root, 'server/before-upgrade/sitecraft-0001-a.db'), 'former')
      const disk = await watch()
      await revertData(root, { version: '0.1.0', data: { format: 1, copies: [] } })
      expect(disk.left()).toMatchObject({
        'server/sitecraft.db': 'former',
        'server/before-upgrade/undone.db': 'upgraded',
      })
    },
  },
  {
    module: `${MAIN}/updates/starts.ts`,
    shows: 'the count of starts is never half a file',
    async run(root, watch) {
      const disk = await watch()
      countStart(root, '0.2.0')
      confirmStart(root, '0.2.0')
      expect(JSON.parse(disk.left('all')['updates/starts.json'] ?? 'null')).toMatchObject({ confirmed: true })
    },
  },
  {
    module: `${MAIN}/uploads/validateFiles.ts`,
    shows: 'a file that a browser tab handed over is there under its upload',
    async run(root, watch) {
      const disk = await watch()
      await writeFile(join(root, 'spooled'), 'bytes')
      await createOwnFiles(join(root, 'files')).adopt(join(root, 'spooled'), 'id')
      expect(disk.left()).toEqual({ 'files/id': 'bytes' })
    },
  },
  {
    module: `${MAIN}/sync/local/files.ts`,
    shows: 'a downloaded file is there, new and replaced',
    async run(root, watch) {
      await writeFile(join(root, 'old.css'), 'before')
      const { files } = await syncedFolder(root)
      const disk = await watch()
      for (const [path, text, expected] of [
        ['new.css', 'new', null],
        ['old.css', 'after', fileOf('before')],
      ] as const) {
        const temp = files.tempPath()
        await writeFile(temp, text)
        await files.place(temp, path, fileOf(text), expected)
      }
      expect(disk.left()).toMatchObject({ 'new.css': 'new', 'old.css': 'after' })
    },
  },
  {
    module: `${MAIN}/sync/local/trash.ts`,
    shows: 'what was deleted on the server is in the trash before the server is asked',
    async run(root, watch) {
      const { trash } = await syncedFolder(root)
      const disk = await watch()
      const entry = await trash.add({ path: 'a.css', side: 'remote', size: 5 }, (place) => writeFile(place, 'bytes'))
      const left = disk.left()
      expect(left[`.sitecraft-sync/trash/${entry}`]).toBe('bytes')
      expect(JSON.parse(left[`.sitecraft-sync/trash/${entry}.json`] ?? 'null')).toMatchObject({ path: 'a.css' })
    },
  },
  {
    module: `${MAIN}/sync/engine/history.ts`,
    shows: 'a large file that is about to be replaced is kept',
    async run(root, watch) {
      const { layout, files } = await syncedFolder(root)
      await writeFile(join(root, 'a.png'), 'before')
      const disk = await watch()
      const session = { layout, files, store: { readText: () => null } } as unknown as Session
      await retainReplacedFile(session, 'a.png', fileOf('before'))
      expect(textsIn(disk.left(), '.sitecraft-sync/history')).toEqual(['before'])
    },
  },
  {
    module: `${MAIN}/sync/engine/diskFlusher.ts`,
    shows: 'files of a batch are there before the base forgets that they may be lost',
    async run(root, watch) {
      await mkdir(join(root, 'state'))
      const store = createBaseStore(openDatabase(join(root, 'state'), memoryLog()), createSyncTrees())
      const folder = join(root, 'site')
      await mkdir(folder)
      const { layout, files } = await syncedFolder(folder)
      const disk = await watch()
      await mkdir(join(folder, 'd'))
      await writeFile(join(folder, 'd/a.css'), 'one')
      store.addUnsynced('d/a.css')
      const bench = { store, layout, files, local: { diskPath: (path: string) => path }, log: memoryLog() }
      const durable = createDiskFlusher(bench as unknown as WorkspaceContext, async () => undefined)
      durable.flushInBackground(new AbortController().signal)
      await durable.waitUntilDone()
      expect(store.listUnsynced()).toEqual([])
      expect(disk.left()['site/d/a.css']).toBe('one')
      store.close()
    },
  },
]

/** Modules whose writes need not outlive a power cut, and why. */
export const HOST_UNFLUSHED: Readonly<Record<string, string>> = {
  'src/main/electron/adapters/storedPackages.ts': 'a package is checked against its signature when it is used',
  'src/main/electron/startWithSystem.ts': 'written again whenever the setting is changed',
  'src/main/electron/windows/state.ts': 'where windows stood',
  [`${MAIN}/diagnostics/handlers.ts`]: 'a package of diagnostics, which can be made again',
  [`${MAIN}/files/sqliteFile.ts`]: 'a damaged database is set aside: found again at the next start',
  [`${MAIN}/localFiles/entries.ts`]: 'a rename within the folder, as every file manager does it; sync compares bytes',
  [`${MAIN}/diagnostics/log.ts`]: 'a log',
  [`${MAIN}/networkStore.ts`]: 'calls files/durable.ts alone; the certificate is chosen again',
  [`${MAIN}/dataFolder/processRecord.ts`]: 'which process runs: none does after a power cut',
  [`${MAIN}/preview/index.ts`]: 'a cache',
  [`${MAIN}/preview/server.ts`]: 'a number of a port that is tried first',
  [`${MAIN}/selfTest/run.ts`]: 'a report that the self-test makes again',
  [`${MAIN}/sync/engine/transfer.ts`]: 'moves into the trash, which flushes what it gets',
  [`${MAIN}/sync/local/folderJobs.ts`]:
    'files of batches: sync/engine/diskFlusher.ts flushes them before the base forgets it',
  [`${MAIN}/sync/local/layout.ts`]: 'moves a trash from one place to the other, begun again at the next start',
  [`${MAIN}/sync/local/lock.ts`]: 'who holds the folder: nobody does after a power cut',
  [`${MAIN}/sync/remote/listingCache.ts`]: 'emptied at every start',
  [`${MAIN}/transfers/downloads.ts`]: 'a download that a person can repeat; never half a file under its name',
}
