import { randomBytes } from 'node:crypto'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { lockTemplate } from '../template/index.ts'
import { everyRow, type EntryRow, innerPath, isSameFile, rowsAt } from './entries.ts'
import { changedRows, saveRows, type Stamp } from './record.ts'

/** What is changed on the server's disk past the program is noticed within this time, while somebody asks. */
const CHECK_MS = 3600_000

interface Checks {
  /** When each template was compared with the disk in this process, by the server's clock. */
  done: Map<number, number>
  running: Map<number, Promise<void>>
}
const checksOf = perServer((): Checks => ({ done: new Map(), running: new Map() }))

/** The disk may hold something else than the database says: a change was not committed. */
export const distrust = (deps: ServerDeps, templateId: number): void => void checksOf(deps).done.delete(templateId)

/**
 * Makes sure that a template's entries are kept and were compared with the disk: at the first use in this process, after
 * a change that failed, when `now` asks for it; else once an hour, and nobody waits for that.
 */
export async function ensureChecked(deps: ServerDeps, template: { id: number; feedEpoch: string }, now = false) {
  const checks = checksOf(deps)
  const last = checks.done.get(template.id)
  if (now || last === undefined || template.feedEpoch === '') return check(deps, template.id)
  if (Math.abs(deps.clock.now().getTime() - last) < CHECK_MS) return
  void check(deps, template.id).catch((err: unknown) => deps.log.warn({ err }, 'template not compared with the disk'))
}

/** Compares once, however many ask meanwhile. */
function check(deps: ServerDeps, templateId: number): Promise<void> {
  const { running, done } = checksOf(deps)
  const work =
    running.get(templateId) ??
    compare(deps, templateId)
      .then(() => void done.set(templateId, deps.clock.now().getTime()))
      .finally(() => running.delete(templateId))
  running.set(templateId, work)
  return work
}

/** Looks and reads without holding anybody up; only what differs is looked at again under the template's lock. */
async function compare(deps: ServerDeps, templateId: number): Promise<void> {
  const template = await deps.db
    .selectFrom('template')
    .select(['folder', 'version', 'feedEpoch'])
    .where('id', '=', templateId)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (!template) throw new AppError('not-found', '模板不存在，可能已被删除，请刷新列表')
  const { templates: store } = await storesOf(deps)
  const found = await store.walk([template.folder], { sorted: false })
  const kept = await everyRow(deps.db, templateId)
  const before = new Map(kept.map((row) => [row.path, row]))
  const hashes = await hashAll(
    store,
    found.filter((entry) => entry.kind === 'file' && !isSameFile(before.get(innerPath(entry)), entry)),
  )
  // A file that vanished while it was hashed counts as deleted.
  const there = found.filter(
    (entry) => entry.kind === 'folder' || hashes.has(keyOf(entry)) || isSameFile(before.get(innerPath(entry)), entry),
  )
  const hash = async (entry: StoredEntry): Promise<string> => hashes.get(keyOf(entry)) ?? store.sha256(entry.path)
  const draft: Stamp = { version: 0, changedBy: '', machine: '' }
  const differing = await changedRows({ templateId, stamp: draft, hash }, kept, there)
  if (differing.length === 0 && template.feedEpoch !== '') return
  await deps.db.transaction().execute(async (db) => {
    const version = await lockTemplate(db, templateId)
    const stamp = { ...draft, version }
    const untouched = version === template.version + 1
    const rows = untouched
      ? differing.map((row) => (row.version === 0 ? { ...row, version } : row))
      : await again(differing.map(({ path }) => path))
    await saveRows(db, templateId, rows)
    if (template.feedEpoch === '') {
      const epoch = { feedEpoch: randomBytes(6).toString('hex'), feedFloor: version }
      await db.updateTable('template').set(epoch).where('id', '=', templateId).execute()
    }

    /** The same for paths of which somebody may have changed some since. */
    async function again(paths: readonly string[]): Promise<EntryRow[]> {
      const { folder } = await db
        .selectFrom('template')
        .select('folder')
        .where('id', '=', templateId)
        .executeTakeFirstOrThrow()
      // An empty feedEpoch means that no writer has recorded changes yet, so the whole template is read.
      const wanted = template?.feedEpoch === '' ? await store.walk([folder], { sorted: false }) : []
      const rows = template?.feedEpoch === '' ? kept : [...(await rowsAt(db, templateId, paths)).values()]
      for (const path of template?.feedEpoch === '' ? [] : paths) {
        const entry = await store.stat([folder, ...path.split('/')])
        if (entry) wanted.push(entry)
      }
      return changedRows({ templateId, stamp, hash }, rows, wanted)
    }
  })
}

/** A state of a file: its hash counts as long as this is the same. */
const keyOf = (entry: StoredEntry): string => `${entry.ino} ${entry.mtimeNs} ${entry.size}`

async function hashAll(store: TemplateStore, files: readonly StoredEntry[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const [at, sha256] of (await store.sha256All(files)).entries()) {
    // A file that vanished is looked at again under the lock.
    if (sha256 !== null) hashes.set(keyOf(must(files[at], 'its file')), sha256)
  }
  return hashes
}
