import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import type { CopyLinks, CopyEnd } from '#shared/contract/crossSiteCopy.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { findColumn } from '#server/areas/column/column/index.ts'
import {
  isAllowed,
  requireContentColumn,
  type ContentColumn,
  toContentColumn,
  type Entry,
  requireEntry,
  type Values,
} from '../entry/index.ts'
import { readCopyBase } from './follow.ts'

/** Listed copies per entry. */
const MAX_ENDS = 100

type Follows = CopyEnd['follows'][number]

/** The other end of a copy, and the rule that created it. */
interface LinkedEnd {
  id: number
  rule: string
  follows: Follows[]
}

/** The origin of an entry, its copies, and the pending update from its source. */
export const findLinks: Handler<'crossCopy.links'> = async (ctx, { menuId, dataId }) => {
  const column = await requireContentColumn(ctx, menuId)
  const entry = await requireEntry(ctx, column, dataId)
  const [from] = await findEnds(ctx, dataId, 'from')
  const to = await findEnds(ctx, dataId, 'to')
  const places = await presentEnds(ctx, [...(from ? [from] : []), ...to])
  return {
    from: from ? (places.get(from.id) ?? null) : null,
    to: to.flatMap(({ id }) => places.get(id) ?? []),
    update: await presentUpdate(ctx, column, entry),
  }
}

/** Finds the other ends by rule links, and copies by hand by the timeline. */
async function findEnds({ db }: CallContext, id: number, way: 'from' | 'to'): Promise<LinkedEnd[]> {
  const [own, other] = way === 'from' ? (['targetId', 'sourceId'] as const) : (['sourceId', 'targetId'] as const)
  const links = await db
    .selectFrom('copy_link')
    .leftJoin('copy_rule', 'copy_rule.id', 'copy_link.ruleId')
    .select([`copy_link.${other} as id`, 'copy_rule.title', 'isRun', 'followUpdate', 'followUnpublish', 'followDelete'])
    .where(`copy_link.${own}`, '=', id)
    .limit(MAX_ENDS)
    .execute()
  const ends = new Map<number, LinkedEnd>()
  for (const link of links) {
    const follows: Follows[] = []
    if (link.isRun === 1) {
      if (link.followUpdate === 1) follows.push('update')
      if (link.followUnpublish === 1) follows.push('unpublish')
      if (link.followDelete === 1) follows.push('delete')
    }
    ends.set(link.id, { id: link.id, rule: link.title ?? '', follows })
  }
  const noted = await db
    .selectFrom('content_event')
    .select('refId')
    .where('contentId', '=', id)
    .where('kind', '=', way === 'from' ? 'copiedFrom' : 'copiedTo')
    .where('refId', '!=', 0)
    .limit(MAX_ENDS)
    .execute()
  for (const { refId } of noted) if (!ends.has(refId)) ends.set(refId, { id: refId, rule: '', follows: [] })
  return [...ends.values()].slice(0, MAX_ENDS)
}

async function presentEnds(ctx: CallContext, ends: readonly LinkedEnd[]): Promise<Map<number, CopyEnd>> {
  const rows = await ctx.db
    .selectFrom('content')
    .leftJoin('site', 'site.id', 'content.siteId')
    .select([
      'content.id',
      'content.classId',
      'content.siteId',
      'content.title',
      'content.isStatus',
      'content.isRecycled',
    ])
    .select('site.title as siteTitle')
    .where('content.id', 'in', [...ends.map(({ id }) => id), -1])
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const places = new Map<number, CopyEnd>()
  for (const { id, rule, follows } of ends) {
    const row = found.get(id)
    const column = row && (await findColumn(ctx.db, row.classId))
    const mayOpen = column !== undefined && isAllowed(ctx, toContentColumn(column), 'read')
    places.set(id, {
      siteId: row?.siteId ?? 0,
      siteTitle: row?.siteTitle ?? '',
      menuId: row?.classId ?? 0,
      menuTitle: column?.title ?? '',
      dataId: id,
      title: row && mayOpen ? row.title : '',
      state: !row || !column ? 'gone' : row.isRecycled === 1 ? 'recycled' : row.isStatus === 1 ? 'public' : 'draft',
      rule,
      follows,
      mayOpen: mayOpen && row?.isRecycled === 0,
    })
  }
  return places
}

/** The pending update of the entry, field by field. */
async function presentUpdate(
  { db }: CallContext,
  column: ContentColumn,
  { row, values }: Entry,
): Promise<CopyLinks['update']> {
  const update = await db.selectFrom('copy_update').selectAll().where('targetId', '=', row.id).executeTakeFirst()
  if (!update) return null
  const link = await db
    .selectFrom('copy_link')
    .select('base')
    .where('ruleId', '=', update.ruleId)
    .where('sourceId', '=', update.sourceId)
    .executeTakeFirst()
  const base = await readCopyBase(db, { base: link?.base ?? '', targetId: row.id })
  const news = JSON.parse(update.fields) as Values
  const { id, kind, author, createTime } = update
  return {
    id,
    kind,
    author,
    createTime: formatDateTime(createTime),
    fields: column.fields.flatMap(({ fieldName, fieldAlias, fieldType, relationMark, defaultValue }) => {
      const after = news[fieldName]
      if (after === undefined) return []
      const field = { fieldName, fieldAlias, fieldType, relationMark, defaultValue }
      return { ...field, before: values[fieldName] ?? '', base: base[fieldName] ?? '', after }
    }),
  }
}
