import type { CallContext } from '#server/http/context.ts'
import { type Handler, Reply, type Resource } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { presentDetail, setFields } from '#server/areas/column/column/index.ts'
import {
  toContentColumn,
  findReindexedFields,
  findColumnIds,
  reindexEntries,
  type ReindexOrder,
  reindexColumn,
} from './entry/index.ts'

/** Most entries that are reindexed in the call's own transaction; more of them need a job. */
const MAX_IN_CALL = 300

/** Sets a column's fields, and reindexes entries with values in changed fields (call 37). */
const saveFields: Handler<'column.settingField'> = async (ctx, input) => {
  const { before, row } = await setFields(ctx, input)
  const { id: classId, title, siteId } = row
  const names = findReindexedFields(toContentColumn(before).fields, toContentColumn(row).fields)
  const order: ReindexOrder = { classId, names }
  const total = names.length === 0 ? 0 : await countEntries(ctx, classId)
  if (total <= MAX_IN_CALL) {
    if (total > 0) await reindexEntries(ctx.db, order, await findColumnIds(ctx.db, classId))
    return presentDetail(row)
  }
  await queueJob(ctx, { kind: 'content.reindex', title: `更新栏目“${title}”的内容`, siteId, input: order })
  const said = `设置成功，栏目的 ${total} 条内容正在后台按新字段更新，完成前搜索结果可能不完整`
  return new Reply(presentDetail(row), said)
}

/** Number of the column's entries, including recycled ones. */
async function countEntries({ db }: CallContext, classId: number): Promise<number> {
  const totals = await db.selectFrom('content_count').select('total').where('classId', '=', classId).execute()
  return totals.reduce((sum, { total }) => sum + total, 0)
}

/**
 * Changes of a column's fields, with its entries. Separate from both areas, because neither knows how the other
 * writes.
 */
export const contentFields: Resource = {
  routes: { 'column.settingField': saveFields },
  jobs: { 'content.reindex': reindexColumn },
}
