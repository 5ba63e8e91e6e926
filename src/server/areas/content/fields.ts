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

/** So many entries follow in the call's own transaction; more of them do so in a job. */
const AT_ONCE = 300

/** Sets a column's fields; the entries that have values in what changed are found and kept by the new ones (call 37). */
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
  const said = `设置成功，栏目的 ${total} 条内容正在后台按新字段更新，完成前可能搜索不全`
  return new Reply(presentDetail(row), said)
}

/** How many there are, in the recycle bin too. */
async function entriesIn({ db }: CallContext, classId: number): Promise<number> {
  const totals = await db.selectFrom('content_count').select('total').where('classId', '=', classId).execute()
  return totals.reduce((sum, { total }) => sum + total, 0)
}

/** A column's fields and the entries that have them: beside both areas, because each knows nothing of the other's writing. */
export const contentFields: Resource = {
  routes: { 'column.settingField': settingField },
  jobs: { 'content.reindex': reindexWork },
}
