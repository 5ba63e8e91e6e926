import type { CallContext } from '#server/http/context.ts'
import { type Handler, Reply, type Resource } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { presentDetail, setFields } from '#server/areas/column/column/index.ts'
import {
  contentColumn,
  foundOtherwise,
  idsOfColumn,
  reindexEntries,
  type ReindexOrder,
  reindexWork,
} from './entry/index.ts'

/** Most entries that are reindexed in the call's own transaction; more of them need a job. */
const AT_ONCE = 300

/** Sets a column's fields, and reindexes entries with values in changed fields (call 37). */
const settingField: Handler<'column.settingField'> = async (ctx, input) => {
  const { before, row } = await setFields(ctx, input)
  const { id: classId, title, siteId } = row
  const names = foundOtherwise(contentColumn(before).fields, contentColumn(row).fields)
  const order: ReindexOrder = { classId, names }
  const total = names.length === 0 ? 0 : await entriesIn(ctx, classId)
  if (total <= AT_ONCE) {
    if (total > 0) await reindexEntries(ctx.db, order, await idsOfColumn(ctx.db, classId))
    return presentDetail(row)
  }
  await queueJob(ctx, { kind: 'content.reindex', title: `更新栏目“${title}”的内容`, siteId, input: order })
  const said = `设置成功，栏目的 ${total} 条内容正在后台按新字段更新，完成前搜索结果可能不完整`
  return new Reply(presentDetail(row), said)
}

/** Number of the column's entries, including recycled ones. */
async function entriesIn({ db }: CallContext, classId: number): Promise<number> {
  const totals = await db.selectFrom('content_count').select('total').where('classId', '=', classId).execute()
  return totals.reduce((sum, { total }) => sum + total, 0)
}

/**
 * Changes of a column's fields, with its entries. Separate from both areas, because neither knows how the other
 * writes.
 */
export const contentFields: Resource = {
  routes: { 'column.settingField': settingField },
  jobs: { 'content.reindex': reindexWork },
}
