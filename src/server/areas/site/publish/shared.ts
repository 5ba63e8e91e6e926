import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { currentDb } from '#server/db/ambient.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { hashFiles } from '#server/storage/hashFiles.ts'
import type { Content } from '#server/storage/contents.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { currentSlot, recordFile, siteFolder, type Slot, slotFolder, switchTo } from '#server/storage/siteFolders.ts'
import { Output } from './output.ts'
import { readRecord, type SlotRecord } from './slotRecord.ts'

// With a bucket, the public pages are rows whose bytes are in the store. The slots of a process are working copies for
// its builds.

const RECORD = '记录'
/** Files copied into a slot before the event loop is released. */
const AT_ONCE = 50

const markOf = (folder: string): string => join(folder, 'shared')

async function recordHash({ db }: Pick<ServerDeps, 'db'>, siteId: number): Promise<string> {
  const rows = currentDb(db).selectFrom('static_site').select('record').where('siteId', '=', siteId)
  return (await rows.executeTakeFirst())?.record ?? ''
}

/** Whether the site has published pages. */
export async function isSiteBuilt(deps: ServerDeps, siteId: number): Promise<boolean> {
  if (deps.s3) return (await recordHash(deps, siteId)) !== ''
  return currentSlot(siteFolder(deps.dataDir, siteId)) !== null
}

/**
 * Updates this process's slot to the published state, whichever process built it. Returns the slot; null: nothing is
 * built.
 */
export async function bringSite(deps: ServerDeps, siteId: number): Promise<Slot | null> {
  const folder = siteFolder(deps.dataDir, siteId)
  if (!deps.s3) return currentSlot(folder)
  const sha256 = await recordHash(deps, siteId)
  if (sha256 === '') return null
  await mkdir(folder, { recursive: true })
  const mark = await readFile(markOf(folder), 'utf8').catch(() => '')
  if (mark === sha256 && currentSlot(folder) !== null) return currentSlot(folder)
  const { contents } = await storesOf(deps)
  const rows = await deps.db.selectFrom('site_file').selectAll().where('siteId', '=', siteId).execute()
  // Another process has published meanwhile, so start again.
  if ((await recordHash(deps, siteId)) !== sha256) return bringSite(deps, siteId)
  const output = new Output(folder)
  try {
    await copyFile(await contents.file(sha256, RECORD), recordFile(folder, output.slot))
    const record = readRecord(folder, output.slot)
    if (!record) throw new AppError('unavailable', '网站的生成记录无法读取，请重新生成静态页面')
    for (const [at, { path, revision, sha256: hash }] of rows.entries()) {
      if (!record.files.has(path) || output.before.files.get(path) === revision) continue
      output.copy(path, await contents.file(hash, path))
      if (at % AT_ONCE === 0) await turn()
    }
    output.finish(record)
  } finally {
    output.close()
  }
  await switchTo(folder, output.slot)
  await writeFile(markOf(folder), sha256)
  return output.slot
}

/** Another process has published or cleared the site since this build began. */
export class Overtaken extends AppError {
  constructor() {
    super('conflict', '网站刚刚由另一个服务器进程生成，请再生成一次')
  }
}

/** A build that is ready to be published. */
export interface BuiltSite {
  /** Publishes the build, in the transaction that ends the job. */
  publish(db: Kysely<Database>): Promise<void>
  /** Called after the transaction. */
  done(): Promise<void>
}

/** Uploads the changes of a build to the store. Without a bucket nothing is uploaded: publishing switches the slot. */
export async function sendSite(deps: ServerDeps, siteId: number, slot: Slot): Promise<BuiltSite> {
  const folder = siteFolder(deps.dataDir, siteId)
  if (!deps.s3) return { publish: () => switchTo(folder, slot), done: async () => undefined }
  const { contents } = await storesOf(deps)
  const record = must(readRecord(folder, slot), 'the record of a build')
  const former = await readFile(markOf(folder), 'utf8').catch(() => '')
  // Read before the rows: a change of the rows also changes the record hash, which then invalidates this build.
  const seen = await recordHash(deps, siteId)
  if (seen !== former && seen !== '') throw new Overtaken()
  const rows = await deps.db.selectFrom('site_file').select(['path', 'revision']).where('siteId', '=', siteId).execute()
  const before = new Map(rows.map(({ path, revision }) => [path, revision]))
  const changed = [...record.files].filter(([path, revision]) => before.get(path) !== revision)
  const files = changed.map(([path]) => join(slotFolder(folder, slot), path))
  const whole = recordFile(folder, slot)
  const hashes = await hashFiles([...files, whole])
  const sent: Content[] = []
  for (const [at, file] of [...files, whole].entries())
    sent.push({
      sha256: must(hashes[at] ?? undefined, 'its hash'),
      size: (await stat(file)).size,
      file,
    })
  await contents.put(sent)
  const own = must(sent.pop(), 'the record')
  const gone = [...before.keys()].filter((path) => !record.files.has(path))
  const added = changed.map(([path, revision], at) => {
    const { sha256, size } = must(sent[at], 'its content')
    return { siteId, path, revision, sha256, size }
  })
  return {
    async publish(db) {
      // First, so that a concurrent publication waits here.
      const update = db.updateTable('static_site').set({ record: own.sha256 }).where('siteId', '=', siteId)
      const mine = await update.where('record', '=', seen).returning('siteId').executeTakeFirst()
      if (!mine) throw new Overtaken()
      await contents.hold(db, [own.sha256, ...added.map(({ sha256 }) => sha256)])
      for (let from = 0; from < gone.length; from += 500)
        await db
          .deleteFrom('site_file')
          .where('siteId', '=', siteId)
          .where('path', 'in', gone.slice(from, from + 500))
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
      await switchTo(folder, slot)
      await writeFile(markOf(folder), own.sha256)
    },
  }
}

/** Deletes the published rows of a site. */
export async function clearRows(db: Kysely<Database>, siteId: number): Promise<void> {
  await db.deleteFrom('site_file').where('siteId', '=', siteId).execute()
  await db.updateTable('static_site').set({ record: '' }).where('siteId', '=', siteId).execute()
}

/** The record of the published pages; null: nothing is built. */
export async function builtRecord(deps: ServerDeps, siteId: number): Promise<SlotRecord | null> {
  return readRecord(siteFolder(deps.dataDir, siteId), await bringSite(deps, siteId))
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
export async function siteFiles(
  deps: ServerDeps,
  siteId: number,
): Promise<((path: string) => Promise<SitePage | 'folder' | null>) | null> {
  if (deps.s3) return (await isSiteBuilt(deps, siteId)) ? (path) => storedPage(deps, siteId, path) : null
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

async function storedPage(deps: ServerDeps, siteId: number, path: string): Promise<SitePage | 'folder' | null> {
  const rows = deps.db.selectFrom('site_file').where('siteId', '=', siteId)
  const row = await rows.select(['sha256', 'size']).where('path', '=', path).executeTakeFirst()
  if (row) {
    const { contents } = await storesOf(deps)
    return { path: await contents.file(row.sha256, path), size: row.size, stamp: row.sha256 }
  }
  const below = rows.select('path').where('path', '>=', `${path}/`).where('path', '<', `${path}0`).limit(1)
  return (await below.executeTakeFirst()) ? 'folder' : null
}
