import type { FastifyReply, FastifyRequest } from 'fastify'
import { labelFacts } from '#server/areas/site/engine/index.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import { firstMoment, lastMoment } from '#server/http/dateFilter.ts'
import { gatherInput, parseInput } from '#server/http/input.ts'
import { pageOf } from '#server/http/paging.ts'
import type { CallContext } from '#server/http/context.ts'
import type { RawRoutes, Resource, Routes } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { deliveryOperations as operations } from '#shared/contract/delivery.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { inOrder } from '../entry/list.ts'
import { idsOf } from '../searchIndex/ids.ts'
import { publishedLabels } from './publishedLabels.ts'
import { type EntryRow, readValues, withBodies } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'
import { columnOf, isLabels, type Opened, openedSite } from './opened.ts'
import { presentDelivered } from './present.ts'
import { reserveRoom } from './room.ts'
import { createHash } from 'node:crypto'

/** ETag of the response data. */
const tagOf = (data: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`

/** RFC 9110, weak comparison: does the caller have this version already? */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

/** Sets ETag and cache headers; answers 304 without a body when the caller has the current version. */
function cached<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { mode, maxAge }: Pick<Opened, 'mode' | 'maxAge'>,
  data: T,
): T | FastifyReply {
  const tag = tagOf(data)
  // Responses that need a token stay out of shared caches.
  const control = mode === 'public' ? `public, max-age=${maxAge}, must-revalidate` : 'private, no-cache'
  const varied = reply.getHeader('vary')
  reply.header('etag', tag).header('cache-control', control)
  // The interface ignores cookies, so other origins learn nothing that they could not request themselves.
  if (mode === 'public')
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'ETag')
  reply.header('vary', varied ? `${String(varied)}, authorization` : 'authorization')
  return isKnown(request.headers['if-none-match'], tag) ? reply.status(304).send() : data
}

type Asked = ParsedOf<'delivery.entries'>

/** Field conditions of the request's filters. */
function pairsOf(column: ContentColumn, { filter, labelId }: Asked) {
  const pairs = filter.map((text) => {
    const at = text.indexOf(':')
    return { fieldName: text.slice(0, at), fieldValue: text.slice(at + 1) }
  })
  if (labelId === 0) return pairs
  const field = column.fields.find((each) => isLabels(each) && each.isSearch)
  if (!field) throw new AppError('invalid', `栏目“${column.title}”无法按标签筛选，请先在栏目字段中把标签设为可搜索`)
  return [...pairs, { fieldName: field.fieldName, fieldValue: String(labelId) }]
}

async function entriesOf(ctx: CallContext, reply: FastifyReply, site: Opened, asked: Asked) {
  const { db } = ctx
  const column = columnOf(site, asked.column)
  const wanted = {
    isRecycled: 0,
    isStatus: 1,
    key: asked.key,
    pairs: pairsOf(column, asked),
    from: firstMoment(asked.from),
    to: lastMoment(asked.to),
  } as const
  const { page, size } = asked
  const { ids, total, atLeast, looked } = await idsOf(db, column, wanted, { size, offset: (page - 1) * size })
  await reserveRoom(ctx, reply, ids, asked.full)
  // Reads the status again: an entry unpublished between the two reads is left out.
  const rows = inOrder(ids, await published(db, site.siteId, ids))
  const entries = asked.full ? await withBodies(db, rows) : rows.map((row) => ({ row, values: readValues(row.fields) }))
  const content = await presentDelivered(db, site, entries, asked.full)
  return { ...pageOf(content, total, size), ...(atLeast && { atLeast }), ...(looked && { looked }) }
}

const published = (db: CallContext['db'], siteId: number, ids: readonly number[]): Promise<EntryRow[]> =>
  db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .where('siteId', '=', siteId)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .execute()

async function entryOf(ctx: CallContext, reply: FastifyReply, site: Opened, id: number) {
  const { db } = ctx
  await reserveRoom(ctx, reply, [id], true)
  const rows = (await published(db, site.siteId, [id])).filter(({ classId }) => site.columns.has(classId))
  const [entry] = await presentDelivered(db, site, await withBodies(db, rows), true)
  if (!entry) throw new AppError('not-found', `编号为 ${id} 的已发布内容不存在`)
  return entry
}

const columnsOf = ({ columns }: Opened) =>
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

type Open = 'delivery.entries' | 'delivery.entry' | 'delivery.columns' | 'delivery.labels'

const raw: RawRoutes<Open> = {
  'delivery.entries': async (ctx, request, reply) => {
    const asked = parseInput(operations['delivery.entries'].input, gatherInput(request))
    const site = await openedSite(ctx, asked.siteId)
    return cached(request, reply, site, await entriesOf(ctx, reply, site, asked))
  },
  'delivery.entry': async (ctx, request, reply) => {
    const { siteId, id } = parseInput(operations['delivery.entry'].input, gatherInput(request))
    const site = await openedSite(ctx, siteId)
    return cached(request, reply, site, await entryOf(ctx, reply, site, id))
  },
  'delivery.columns': async (ctx, request, reply) => {
    const { siteId } = parseInput(operations['delivery.columns'].input, gatherInput(request))
    const site = await openedSite(ctx, siteId)
    return cached(request, reply, site, columnsOf(site))
  },
  'delivery.labels': async (ctx, request, reply) => {
    const { siteId } = parseInput(operations['delivery.labels'].input, gatherInput(request))
    const site = await openedSite(ctx, siteId)
    const labels = await labelFacts(ctx.db, siteId)
    const ids = labels.map(({ id }) => id)
    // Other labels are plans of editors, or belong to unpublished entries.
    const carried = await publishedLabels(ctx.db, site.columns.values(), ids)
    const shown = labels.filter(({ id }) => carried.has(id))
    return cached(request, reply, site, shown)
  },
}

const OFF = { mode: 'off', columnIds: '[]', maxAge: 60, version: 0, updatedBy: '', updateTime: 0 } as const

const findSettings = async ({ db }: CallContext, siteId: number) =>
  (await db.selectFrom('delivery_site').selectAll().where('siteId', '=', siteId).executeTakeFirst()) ?? {
    siteId,
    ...OFF,
  }

const routes: Pick<Routes<'delivery', Open>, 'delivery.settings' | 'delivery.save'> = {
  'delivery.settings': async (ctx, { siteId }) => {
    await requireLivingSites(ctx, [siteId])
    const { mode, columnIds, maxAge, version } = await findSettings(ctx, siteId)
    return { siteId, mode, columnIds: JSON.parse(columnIds) as number[], maxAge, version }
  },
  'delivery.save': async (ctx, { siteId, mode, columnIds, maxAge, version }) => {
    await requireLivingSites(ctx, [siteId])
    const before = await findSettings(ctx, siteId)
    if (version !== undefined && version !== before.version) throw changedMeanwhile('内容接口设置', before)
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
      updatedBy: ctx.signed().username,
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
    if (!saved) throw changedMeanwhile('内容接口设置', await findSettings(ctx, siteId))
    return null
  },
}

/** 内容接口: published content for front ends without a session. */
export const delivery: Resource = { routes, raw }
