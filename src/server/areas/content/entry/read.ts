import type { CallContext } from '#server/http/context.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { isPlaceholder } from '#shared/domain/entry.ts'
import { presentDetail } from '#server/areas/column/column/index.ts'
import { toChunks, type EntryRow, requireEntry, type Values, readWithBodies } from '../store/entries.ts'
import { readExcerpts } from '../searchIndex/excerpts.ts'
import { approvals } from './approvalPort.ts'
import { sortByIds } from './list.ts'
import { presentEntry, presentRow } from './present.ts'
import { requireContentColumn, type ContentColumn } from '../store/rules.ts'

/** The entries of the column with these ids, in their order, without recycled ones. */
export async function readEntriesByIds(
  ctx: CallContext,
  column: ContentColumn,
  ids: readonly number[],
): Promise<ContentEntry[]> {
  const rows: EntryRow[] = []
  const excerpts = new Map<number, Values>()
  for (const part of toChunks(ids)) {
    rows.push(
      ...(await ctx.db
        .selectFrom('content')
        .selectAll()
        .where('id', 'in', part)
        .where('classId', '=', column.id)
        .where('isRecycled', '=', 0)
        .execute()),
    )
    for (const [id, texts] of await readExcerpts(ctx.db, column, part)) excerpts.set(id, texts)
  }
  return sortByIds(ids, rows).map((row) => presentRow(column, row, excerpts.get(row.id)))
}

/** The first entry of the column, which is a single article's only one; null when there is none. */
export async function readArticle(ctx: CallContext, column: ContentColumn): Promise<ContentEntry | null> {
  const row = await findFirst(ctx, column)
  const [entry] = row ? await readWithBodies(ctx.db, [row]) : []
  return entry ? presentEntry(column, entry) : null
}

export const findFirst = (ctx: CallContext, { id }: ContentColumn): Promise<EntryRow | undefined> =>
  ctx.db
    .selectFrom('content')
    .selectAll()
    .where('classId', '=', id)
    .where('isRecycled', '=', 0)
    .orderBy('sort', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Initial values of a new entry: default values, except placeholders of choice fields. */
export const getDefaults = ({ fields }: Pick<ContentColumn, 'fields'>): Values =>
  Object.fromEntries(
    fields
      .filter(({ defaultValue }) => defaultValue !== '' && !isPlaceholder(defaultValue))
      .map(({ fieldName, defaultValue }) => [fieldName, defaultValue]),
  )

/** Form data of an entry, or of a new one (id 0). A pending version replaces the stored values. */
export async function readForm(ctx: CallContext, { classId, id }: ParsedOf<'content.form'>) {
  const column = await requireContentColumn(ctx, classId)
  const entry = id === 0 ? null : await requireEntry(ctx, column, id)
  const waiting = entry && (await approvals.get().readPendingValues(ctx, entry.row))
  const values = waiting ?? entry?.values ?? getDefaults(column)
  return {
    entry: entry && presentEntry(column, entry),
    column: presentDetail(column.row),
    fields: column.fields.map((field) => ({ ...field, value: values[field.fieldName] ?? '' })),
    approval: entry && (await approvals.get().stateOf(ctx, column, entry.row)),
  }
}
