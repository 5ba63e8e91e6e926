import type { SiteLabels } from '#server/areas/data/label/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { someOf } from '#shared/util/lists.ts'
import {
  toChunks,
  requireContentColumn,
  type LabelledColumn,
  findEntriesWithLabels,
  lockEntries,
  describeEntry,
  requireAction,
  readWithBodies,
  removeLabels,
  writeEntries,
} from '#server/areas/content/entry/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'

/** Most entries of a column that one call changes; the caller repeats the call for more. */
const MAX_ENTRIES = 10_000

/**
 * AppError `conflict` when entries have one of the labels; names their number and the first entry that the caller may
 * read. The fact is `used`.
 */
export async function requireUnused(ctx: CallContext, titles: readonly string[], { siteId, ids }: SiteLabels) {
  const places = await findEntriesWithLabels(ctx.db, siteId, ids, MAX_ENTRIES)
  const used = places.reduce((total, { rows }) => total + rows.length, 0)
  if (used === 0) return
  const { authority } = ctx.requireSignedIn()
  const readable = places.find(({ column }) => contentRefusal(authority, column, 'read') === null)
  const [first] = readable?.rows ?? []
  const where = readable && first ? `（例如栏目“${readable.column.title}”的${describeEntry(first)}）` : ''
  const labels = titles.map((title) => `“${title}”`)
  const said = `标签${someOf(labels, 3, ' 等 N 个')}`
  throw new AppError('conflict', `${said}正被 ${used} 篇内容使用${where}，请先从相关内容中移除标签，再删除`, {
    details: { fact: { kind: 'used', used } },
  })
}

/** Removes labels from all entries, each as a save of its own. All or none. Returns the number of entries. */
export async function removeFromEntries(ctx: CallContext, { siteId, ids }: SiteLabels): Promise<number> {
  await requireActiveSites(ctx, [siteId])
  let total = 0
  const places: LabelledColumn[] = []
  // Locks all columns before the first entry, the order in which every write takes its locks.
  for (const { column, rows } of await findEntriesWithLabels(ctx.db, siteId, ids, MAX_ENTRIES)) {
    const locked = await requireContentColumn(ctx, column.id)
    requireAction(ctx, locked, 'edit')
    places.push({ column: locked, rows })
  }
  for (const { column, rows } of places) {
    const locked = await lockEntries(
      ctx,
      column,
      rows.map(({ id }) => id),
    )
    if (locked.some(({ isStatus }) => isStatus === 1)) requireAction(ctx, column, 'publish')
    for (const part of toChunks(locked)) {
      const entries = await readWithBodies(ctx.db, part)
      await writeEntries(
        ctx,
        column,
        entries.map((before) => ({
          before,
          change: {
            values: removeLabels(column, before.values, ids),
            isStatus: before.row.isStatus === 1,
            reason: 'save',
            isTakingOff: true,
          },
        })),
      )
    }
    total += locked.length
  }
  return total
}
