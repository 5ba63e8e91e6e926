import type { FastifyReply, FastifyRequest } from 'fastify'
import { readLabelFacts } from '#server/areas/site/engine/index.ts'
import { conflictError } from '#server/http/conflict.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { gatherInput, parseInput } from '#server/http/input.ts'
import { pageOf } from '#server/http/paging.ts'
import type { CallContext } from '#server/http/context.ts'
import type { RawRoutes, Resource, Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { deliveryOperations as operations } from '#shared/contract/delivery.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { sortByIds } from '../entry/list.ts'
import { findPageIds } from '../searchIndex/ids.ts'
import { findPublishedLabels } from './publishedLabels.ts'
import { type EntryRow, readValues, readWithBodies } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'
import { requireColumn, isLabels, type DeliveredSite, requireDeliveredSite } from './deliveredSite.ts'
import { presentDelivered } from './present.ts'
import { reserveMemory } from './memoryBudget.ts'
import { createHash } from 'node:crypto'

/** ETag of the response data. */
const etagOf = (data: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`

/** RFC 9110, weak comparison: does the caller have this version already? */
function hasCurrentTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

/** Sets ETag and cache headers; answers 304 without a body when the caller has the current version. */
function sendCached<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { mode, maxAge }: Pick<DeliveredSite, 'mode' | 'maxAge'>,
  data: T,
): T | FastifyReply {
  const tag = etagOf(data)
  // Responses that need a token stay out of shared caches.
  const control = mode === 'public' ? `public, max-age=${maxAge}, must-revalidate` : 'private, no-cache'
  const varied = reply.getHeader('vary')
  reply.header('etag', tag).header('cache-control', control)
  // The interface ignores cookies, so other origins learn nothing that they could not request themselves.
  if (mode === 'public')
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'ETag')
  reply.header('vary', varied ? `${String(varied)}, authorization` : 'authorization')
  return hasCurrentTag(request.headers['if-none-match'], tag) ? reply.status(304).send() : data
}

type EntriesInput = ParsedOf<'delivery.entries'>

/** Field conditions of the request's filters. */
function toFieldPairs(column: ContentColumn, { filter, labelId }: EntriesInput) {
  const pairs = filter.map((text) => {
    const at = text.indexOf(':')
    return { fieldName: text.slice(0, at), fieldValue: text.slice(at + 1) }
  })
  if (labelId === 0) return pairs
  const field = column.fields.find((each) => isLabels(each) && each.isSearch)
  if (!field) throw new AppError('invalid', `栏目“${column.title}”无法按标签筛选，请先在栏目字段中把标签设为可搜索`)
  return [...pairs, { fieldName: field.fieldName, fieldValue: String(labelId) }]
}

async function readEntriesPage(ctx: CallContext, reply: FastifyReply, site: DeliveredSite, asked: EntriesInput) {
  const { db } = ctx
  const column = requireColumn(site, asked.column)
  const filter = {
    isRecycled: 0,
    isStatus: 1,
    key: asked.key,
    pairs: toFieldPairs(column, asked),
    from: parseRangeStart(asked.from),
    to: parseRangeEnd(asked.to),
  } as const
  const { page, size } = asked
  const { ids, total, atLeast, checkedCount } = await findPageIds(db, column, filter, {
    size,
    offset: (page - 1) * size,
  })
  await reserveMemory(ctx, reply, ids, asked.full)
  // Reads the status again: an entry unpublished between the two reads is left out.
  const rows = sortByIds(ids, await selectPublished(db, site.siteId, ids))
  const entries = asked.full
    ? await readWithBodies(db, rows)
    : rows.map((row) => ({ row, values: readValues(row.fields) }))
  const content = await presentDelivered(db, site, entries, asked.full)
  return { ...pageOf(content, total, size), ...(atLeast && { atLeast }), ...(checkedCount && { looked: checkedCount }) }
}

const selectPublished = (db: CallContext['db'], siteId: number, ids: readonly number[]): Promise<EntryRow[]> =>
  db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .where('siteId', '=', siteId)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .execute()

async function readEntry(ctx: CallContext, reply: FastifyReply, site: DeliveredSite, id: number) {
  const { db } = ctx
  await reserveMemory(ctx, reply, [id], true)
  const rows = (await selectPublished(db, site.siteId, [id])).filter(({ classId }) => site.columns.has(classId))
  const [entry] = await presentDelivered(db, site, await readWithBodies(db, rows), true)
  if (!entry) throw new AppError('not-found', `编号为 ${id} 的已发布内容不存在`)
  return entry
}

const presentColumns = ({ columns }: DeliveredSite) =>
  [...columns.values()].map(({ id, code, title, fields, row }) => ({
    id,
    // Hides a parent that is not delivered.
    parentId: columns.has(row.parentId) ? row.parentId : 0,
    code,
    title,
    fields: fields.map(({ fieldName: name, fieldAlias, fieldType: type, isSearch }) => ({
      name,
      title: fieldAlias || name,
      type,
      canFilter: isSearch || name === 'title',
    })),
  }))

type PublicCall = 'delivery.entries' | 'delivery.entry' | 'delivery.columns' | 'delivery.labels'

const raw: RawRoutes<PublicCall> = {
  'delivery.entries': async (ctx, request, reply) => {
    const asked = parseInput(operations['delivery.entries'].input, gatherInput(request))
    const site = await requireDeliveredSite(ctx, asked.siteId)
    return sendCached(request, reply, site, await readEntriesPage(ctx, reply, site, asked))
  },
  'delivery.entry': async (ctx, request, reply) => {
    const { siteId, id } = parseInput(operations['delivery.entry'].input, gatherInput(request))
    const site = await requireDeliveredSite(ctx, siteId)
    return sendCached(request, reply, site, await readEntry(ctx, reply, site, id))
  },
  'delivery.columns': async (ctx, request, reply) => {
    const { siteId } = parseInput(operations['delivery.columns'].input, gatherInput(request))
    const site = await requireDeliveredSite(ctx, siteId)
    return sendCached(request, reply, site, presentColumns(site))
  },
  'delivery.labels': async (ctx, request, reply) => {
    const { siteId } = parseInput(operations['delivery.labels'].input, gatherInput(request))
    const site = await requireDeliveredSite(ctx, siteId)
    const labels = await readLabelFacts(ctx.db, siteId)
    const ids = labels.map(({ id }) => id)
    // Other labels are plans of editors, or belong to unpublished entries.
    const carried = await findPublishedLabels(ctx.db, site.columns.values(), ids)
    const shown = labels.filter(({ id }) => carried.has(id))
    return sendCached(request, reply, site, shown)
  },
}

const OFF = { mode: 'off', columnIds: '[]', maxAge: 60, version: 0, updatedBy: '', updateTime: 0 } as const

const findSettings = async ({ db }: CallContext, siteId: number) =>
  (await db.selectFrom('delivery_site').selectAll().where('siteId', '=', siteId).executeTakeFirst()) ?? {
    siteId,
    ...OFF,
  }

const routes: Pick<Routes<'delivery', PublicCall>, 'delivery.settings' | 'delivery.save'> = {
  'delivery.settings': async (ctx, { siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const { mode, columnIds, maxAge, version } = await findSettings(ctx, siteId)
    return { siteId, mode, columnIds: JSON.parse(columnIds) as number[], maxAge, version }
  },
  'delivery.save': async (ctx, { siteId, mode, columnIds, maxAge, version }) => {
    await requireActiveSites(ctx, [siteId])
    const before = await findSettings(ctx, siteId)
    if (version !== undefined && version !== before.version) throw conflictError('内容接口设置', before)
    const wanted = [...new Set(columnIds)]
    const own = await ctx.db
      .selectFrom('site_column')
      .select('id')
      .where('siteId', '=', siteId)
      .where('clue', '=', 0)
      .where('id', 'in', [...wanted, 0])
      .execute()
    if (own.length < wanted.length)
      throw fieldError('invalid', 'columnIds', '部分栏目已被删除、属于其他站点或是线索栏目，请重新选择')
    const row = {
      mode,
      columnIds: JSON.stringify(wanted),
      maxAge,
      version: before.version + 1,
      updatedBy: ctx.requireSignedIn().username,
      updateTime: ctx.clock.now().getTime(),
    }
    const saved = await ctx.db
      .insertInto('delivery_site')
      .values({ siteId, ...row })
      .onConflict((conflict) => {
        const update = conflict.column('siteId').doUpdateSet(row)
        return version === undefined ? update : update.where('delivery_site.version', '=', version)
      })
      .returning('siteId')
      .executeTakeFirst()
    // Another save happened at the same time.
    if (!saved) throw conflictError('内容接口设置', await findSettings(ctx, siteId))
    return null
  },
}

/** 内容接口: published content for front ends without a session. */
export const delivery: Resource = { routes, raw }
