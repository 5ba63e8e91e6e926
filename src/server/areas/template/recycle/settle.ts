import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { lockTemplateRow, RETENTION_MS, recycledName } from './repo.ts'

/**
 * Puts files and rows together again where a killed process moved a folder and did not commit: the row says where the
 * folder belongs. Runs before the server listens, under each template's lock; what it can't tell it leaves.
 */
export async function settle(deps: ServerDeps): Promise<void> {
  const { templates } = await storesOf(deps)
  const named = (await templates.recycled()).filter((name) => /^\d+$/.test(name))
  for (const name of named) {
    await deps.db.transaction().execute(async (db) => {
      const row = await lockTemplateRow(db, Number(name))
      if (!row) return templates.discard(name)
      if (row.deleteTime === null && !(await templates.stat([row.folder]))) await templates.restore(name, [row.folder])
      return undefined
    })
  }
  const deleted = await deps.db.selectFrom('template').select('id').where('deleteTime', 'is not', null).execute()
  const there = new Set(await templates.recycled())
  for (const { id } of deleted) if (!there.has(recycledName(id))) await takeBack(deps, id)
}

/** The folder of a deleted template that lies at its old place, unless that is another template's by now. */
async function takeBack(deps: ServerDeps, id: number): Promise<void> {
  const { templates } = await storesOf(deps)
  await deps.db.transaction().execute(async (db) => {
    const row = await lockTemplateRow(db, id)
    if (!row || row.deleteTime === null) return
    const key = row.folderKey.slice(0, row.folderKey.lastIndexOf('#'))
    const other = await db.selectFrom('template').select('id').where('folderKey', '=', key).executeTakeFirst()
    if (!other && (await templates.stat([row.folder]))) await templates.recycle([row.folder], recycledName(id))
  })
}

/** Removes templates whose time in the recycle area is over; their files, and those of their drafts, go with the store's trash. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - RETENTION_MS
  const { templates } = await storesOf(deps)
  const expired = deps.db.selectFrom('template').select('id').where('deleteTime', '<=', limit)
  const drafts = await deps.db.deleteFrom('template').where('draftOf', 'in', expired).returning('folder').execute()
  for (const { folder } of drafts) if (await templates.stat([folder])) await templates.trash([folder])
  const gone = await deps.db.deleteFrom('template').where('deleteTime', '<=', limit).returning('id').execute()
  for (const { id } of gone) await templates.discard(recycledName(id))
}
