import type { RowOf } from '#server/db/schema.ts'
import { countRows } from '#server/db/countRows.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { EntryEvent } from '#shared/contract/content.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { ENTRY_EVENTS } from '#shared/domain/entryEvents.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { requireContentColumn, type ContentColumn } from '../entry/index.ts'

type EventRow = RowOf<'content_event'>
type Filters = ParsedOf<'content.timelineSheet'>

/** Events by the filters: of one entry, or of the whole column. */
async function selectEvents({ db }: CallContext, column: ContentColumn, filters: Filters) {
  const { id, kinds, author, startDate, endDate } = filters
  const [first, last] = [parseRangeStart(startDate), parseRangeEnd(endDate)]
  let found = db.selectFrom('content_event')
  if (id !== 0) found = found.where('contentId', '=', id)
  const here = await db
    .selectFrom('content')
    .select('id')
    .where('id', '=', id)
    .where('classId', '=', column.id)
    .executeTakeFirst()
  // An entry of this column shows its events in all columns; an entry that has left shows only those in this
  // column.
  if (!here) found = found.where('classId', '=', column.id)
  if (kinds.length > 0) found = found.where('kind', 'in', kinds)
  if (first !== undefined) found = found.where('createTime', '>=', first)
  if (last !== undefined) found = found.where('createTime', '<=', last)
  if (author === '') return found
  return found.where((eb) =>
    eb.or([
      contains([eb.ref('author')], author),
      eb('authorId', 'in', (names) =>
        names
          .selectFrom('account')
          .select('account.id')
          .where((inner) => contains([inner.ref('account.trueName')], author)),
      ),
    ]),
  )
}

/** Adds real names of people, and the fields that revisions changed. */
async function presentEvents(
  { db }: CallContext,
  column: ContentColumn,
  rows: readonly EventRow[],
): Promise<EntryEvent[]> {
  const people = await db
    .selectFrom('account')
    .select(['username', 'trueName'])
    .where('username', 'in', [...new Set(rows.map(({ author }) => author)), ''])
    .execute()
  const names = new Map(people.map(({ username, trueName }) => [username, trueName || username]))
  const written = rows.filter(({ version }) => version > 0)
  const revisions = await db
    .selectFrom('content_revision as r')
    .select(['r.id', 'r.contentId', 'r.version', 'r.changed'])
    .select((eb) =>
      eb
        .selectFrom('content_revision as p')
        .select((inner) => inner.fn.max('p.id').as('id'))
        .whereRef('p.contentId', '=', 'r.contentId')
        .whereRef('p.id', '<', 'r.id')
        .as('beforeId'),
    )
    .where('r.contentId', 'in', [...new Set(written.map(({ contentId }) => contentId)), -1])
    .where('r.version', 'in', [...new Set(written.map(({ version }) => version)), -1])
    .execute()
  const made = new Map(revisions.map((each) => [`${each.contentId} ${each.version}`, each]))
  const aliases = new Map(column.fields.map((field) => [field.fieldName, fieldTitle(field)]))
  return rows.map(({ id, contentId, title, kind, detail, refId, version, createTime, author }) => {
    const revision = version === 0 ? undefined : made.get(`${contentId} ${version}`)
    const changed = revision ? (JSON.parse(revision.changed) as string[]) : []
    return {
      id,
      contentId,
      title,
      kind,
      detail,
      refId,
      version,
      createTime: formatDateTime(createTime),
      author: names.get(author) ?? author,
      revisionId: revision?.id ?? 0,
      beforeId: revision?.beforeId ?? 0,
      changed: changed.map((name) => aliases.get(name) ?? name),
    }
  })
}

export const readTimeline: Handler<'content.timeline'> = async (ctx, { page, size, ...filters }) => {
  const column = await requireContentColumn(ctx, filters.classId)
  const found = (await selectEvents(ctx, column, filters))
    .selectAll('content_event')
    .orderBy('content_event.id', 'desc')
  const { rows, total } = await readPage(found, { page, size })
  return pageOf(await presentEvents(ctx, column, rows), total, size)
}

const SHEET_COLUMNS: readonly WriteColumn<EntryEvent>[] = [
  { title: '时间', width: 20, value: ({ createTime }) => createTime },
  { title: '操作', width: 16, value: ({ kind }) => ENTRY_EVENTS[kind] },
  { title: '操作人', width: 16, value: ({ author }) => author || SERVER },
  { title: '内容编号', kind: 'number', value: ({ contentId }) => contentId },
  { title: '标题', width: 40, value: ({ title }) => title },
  { title: '版本', kind: 'number', value: ({ version }) => version || '' },
  { title: '改动字段', width: 30, value: ({ changed }) => changed.join('、') },
  { title: '说明', width: 40, value: ({ detail }) => detail },
]
/** Author name of the server's own events. */
const SERVER = '系统'

/** Oldest first, so that rows added meanwhile come last. */
export const exportTimeline: Handler<'content.timelineSheet'> = async (ctx, filters) => {
  const column = await requireContentColumn(ctx, filters.classId)
  const found = await selectEvents(ctx, column, filters)
  const rows = inBatches(async (after) =>
    presentEvents(
      ctx,
      column,
      await found
        .selectAll('content_event')
        .where('content_event.id', '>', after)
        .orderBy('content_event.id')
        .limit(BATCH_ROWS)
        .execute(),
    ),
  )
  return exportSheet(ctx, {
    name: `${column.title}时间线`,
    columns: SHEET_COLUMNS,
    rows,
    total: () => countRows(found),
  })
}
