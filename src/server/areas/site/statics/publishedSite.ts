import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { currentDb } from '#server/db/ambientDatabase.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { hashFiles } from '#server/storage/hashFiles.ts'
import type { Content } from '#server/storage/contentStore.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { currentSlot, recordFile, siteFolder, type Slot, slotFolder, switchSlot } from '#server/storage/siteFolders.ts'
import { Output } from './output.ts'
import { readRecord, type SlotRecord } from './slotRecord.ts'

// With a bucket, the public pages are rows whose bytes are in the store. The slots of a process are working copies for
// its builds.

const RECORD_NAME = '记录'
/** Files copied into a slot before the event loop is released. */
const FILES_PER_TURN = 50

const toMarkPath = (folder: string): string => join(folder, 'shared')

async function readRecordHash({ db }: Pick<ServerDeps, 'db'>, siteId: number): Promise<string> {
  const rows = currentDb(db).selectFrom('static_site').select('record').where('siteId', '=', siteId)
  return (await rows.executeTakeFirst())?.record ?? ''
}

/** Whether the site has published pages. */
export async function isSiteBuilt(deps: ServerDeps, siteId: number): Promise<boolean> {
  if (deps.s3) return (await readRecordHash(deps, siteId)) !== ''
  return currentSlot(siteFolder(deps.dataDir, siteId)) !== null
}

/**
 * Updates this process's slot to the published state, whichever process built it. Returns the slot; null: nothing is
 * built.
 */
export async function materializeSite(deps: ServerDeps, siteId: number): Promise<Slot | null> {
  const folder = siteFolder(deps.dataDir, siteId)
  if (!deps.s3) return currentSlot(folder)
  const sha256 = await readRecordHash(deps, siteId)
  if (sha256 === '') return null
  await mkdir(folder, { recursive: true })
  const mark = await readFile(toMarkPath(folder), 'utf8').catch(() => '')
  if (mark === sha256 && currentSlot(folder) !== null) return currentSlot(folder)
  const { contents } = await storesOf(deps)
  const rows = await deps.db.selectFrom('site_file').selectAll().where('siteId', '=', siteId).execute()
  // Another process has published meanwhile, so start again.
  if ((await readRecordHash(deps, siteId)) !== sha256) return materializeSite(deps, siteId)
  const output = new Output(folder)
  try {
    await copyFile(await contents.file(sha256, RECORD_NAME), recordFile(folder, output.slot))
    const record = readRecord(folder, output.slot)
    if (!record) throw new AppError('unavailable', '网站的生成记录无法读取，请重新生成静态页面')
    for (const [at, { path, revision, sha256: hash }] of rows.entries()) {
      if (!record.files.has(path) || output.before.files.get(path) === revision) continue
      output.copy(path, await contents.file(hash, path))
      if (at % FILES_PER_TURN === 0) await turn()
    }
    output.finish(record)
  } finally {
    output.close()
  }
  await switchSlot(folder, output.slot)
  await writeFile(toMarkPath(folder), sha256)
  return output.slot
}

/** Another process has published or cleared the site since this build began. */
export class SupersededError extends AppError {
  constructor() {
    super('conflict', '网站刚刚由另一个服务器进程生成，请再生成一次')
  }
}

/** A build that is ready to be published. */
export interface PreparedPublication {
  /** Publishes the build, in the transaction that ends the job. */
  publish(db: Kysely<Database>): Promise<void>
  /** Called after the transaction. */
  done(): Promise<void>
}

/** Uploads the changes of a build to the store. Without a bucket nothing is uploaded: publishing switches the slot. */
export async function uploadSite(deps: ServerDeps, siteId: number, slot: Slot): Promise<PreparedPublication> {
  const folder = siteFolder(deps.dataDir, siteId)
  if (!deps.s3) return { publish: () => switchSlot(folder, slot), done: async () => undefined }
  const { contents } = await storesOf(deps)
  const record = requireValue(readRecord(folder, slot), 'the record of a build')
  const localHash = await readFile(toMarkPath(folder), 'utf8').catch(() => '')
  // Read before the rows: a change of the rows also changes the record hash, which then invalidates this build.
  const knownHash = await readRecordHash(deps, siteId)
  if (knownHash !== localHash && knownHash !== '') throw new SupersededError()
  const rows = await deps.db.selectFrom('site_file').select(['path', 'revision']).where('siteId', '=', siteId).execute()
  const before = new Map(rows.map(({ path, revision }) => [path, revision]))
  const changed = [...record.files].filter(([path, revision]) => before.get(path) !== revision)
  const files = changed.map(([path]) => join(slotFolder(folder, slot), path))
  const recordPath = recordFile(folder, slot)
  const hashes = await hashFiles([...files, recordPath])
  const sent: Content[] = []
  for (const [at, file] of [...files, recordPath].entries())
    sent.push({
      sha256: requireValue(hashes[at] ?? undefined, 'its hash'),
      size: (await stat(file)).size,
      file,
    })
  await contents.put(sent)
  const recordContent = requireValue(sent.pop(), 'the record')
  const removedPaths = [...before.keys()].filter((path) => !record.files.has(path))
  const added = changed.map(([path, revision], at) => {
    const { sha256, size } = requireValue(sent[at], 'its content')
    return { siteId, path, revision, sha256, size }
  })
  return {
    async publish(db) {
      // First, so that a concurrent publication waits here.
      const update = db.updateTable('static_site').set({ record: recordContent.sha256 }).where('siteId', '=', siteId)
      const claimed = await update.where('record', '=', knownHash).returning('siteId').executeTakeFirst()
      if (!claimed) throw new SupersededError()
      await contents.lockExisting(db, [recordContent.sha256, ...added.map(({ sha256 }) => sha256)])
      for (let from = 0; from < removedPaths.length; from += 500)
        await db
          .deleteFrom('site_file')
          .where('siteId', '=', siteId)
          .where('path', 'in', removedPaths.slice(from, from + 500))
          .execute()
      for (let from = 0; from < added.length; from += 500)
        await db
          .insertInto('site_file')
          .values(added.slice(from, from + 500))
          .onConflict((conflict) =>
            conflict.columns(['siteId', 'path']).doUpdateSet((eb) => ({
              revision: eb.ref('excluded.revision'),
              size: eb.ref('excluded.size'),
              sha256: eb.ref('excluded.sha256'),
            })),
          )
          .execute()
    },
    async done() {
      await switchSlot(folder, slot)
      await writeFile(toMarkPath(folder), recordContent.sha256)
    },
  }
}

/** Deletes the published rows of a site. */
export async function deletePublishedRows(db: Kysely<Database>, siteId: number): Promise<void> {
  await db.deleteFrom('site_file').where('siteId', '=', siteId).execute()
  await db.updateTable('static_site').set({ record: '' }).where('siteId', '=', siteId).execute()
}

/** The record of the published pages; null: nothing is built. */
export async function readBuiltRecord(deps: ServerDeps, siteId: number): Promise<SlotRecord | null> {
  return readRecord(siteFolder(deps.dataDir, siteId), await materializeSite(deps, siteId))
}

/** A requested file. */
export interface SitePage {
  /** Absolute. */
  path: string
  size: number
  /** Changes with the content. */
  stamp: string
}

/** Creates a function that finds files of a built site by path; null: nothing is built. */
export async function createFileLookup(
  deps: ServerDeps,
  siteId: number,
): Promise<((path: string) => Promise<SitePage | 'folder' | null>) | null> {
  if (deps.s3) return (await isSiteBuilt(deps, siteId)) ? (path) => findStoredPage(deps, siteId, path) : null
  const folder = siteFolder(deps.dataDir, siteId)
  const slot = currentSlot(folder)
  if (slot === null) return null
  return async (path) => {
    const file = join(slotFolder(folder, slot), path)
    const found = await stat(file).catch(() => null)
    if (!found) return null
    return found.isDirectory() ? 'folder' : { path: file, size: found.size, stamp: `${found.mtimeMs}-${found.size}` }
  }
}

async function findStoredPage(deps: ServerDeps, siteId: number, path: string): Promise<SitePage | 'folder' | null> {
  const rows = deps.db.selectFrom('site_file').where('siteId', '=', siteId)
  const row = await rows.select(['sha256', 'size']).where('path', '=', path).executeTakeFirst()
  if (row) {
    const { contents } = await storesOf(deps)
    return { path: await contents.file(row.sha256, path), size: row.size, stamp: row.sha256 }
  }
  const below = rows.select('path').where('path', '>=', `${path}/`).where('path', '<', `${path}0`).limit(1)
  return (await below.executeTakeFirst()) ? 'folder' : null
}
