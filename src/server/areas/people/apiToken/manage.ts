import type { RowOf } from '#server/db/schema.ts'
import { randomBytes } from 'node:crypto'
import { countOf } from '#server/db/countOf.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { goneRecord } from '#server/http/missing.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { TOKEN_PREFIX } from '#shared/contract/headers.ts'
import { type ApiToken, LONGEST_TOKEN_DAYS, MAX_TOKENS } from '#shared/contract/apiToken.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime, momentOf } from '#shared/util/dates.ts'
import { hashOf } from './find.ts'

/** Last characters of a token, which stay visible. */
const ENDING = 4

type Row = RowOf<'api_token'> & { owner: string }

const list = <T>(json: string): T[] => JSON.parse(json) as T[]
const when = (time: number): string => (time === 0 ? '' : formatDateTime(time))

const present = (row: Row, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  owner: row.owner,
  ending: row.ending,
  scopes: list(row.scopes),
  siteIds: list(row.siteIds),
  columnIds: list(row.columnIds),
  addresses: list(row.addresses),
  createDate: formatDateTime(row.createTime),
  expireDate: formatDateTime(row.expireTime),
  lastUseDate: when(row.lastUse),
  lastIp: row.lastIp,
  refusedDate: when(row.refusedTime),
  refusedIp: row.refusedIp,
  refusedWhy: row.refusedWhy,
  state: row.revokeTime > 0 ? 'revoked' : row.expireTime <= now ? 'expired' : 'active',
})

/** The caller's own tokens; all tokens for super administrators. */
function seen(ctx: CallContext) {
  const { accountId, authority } = ctx.signed()
  const all = ctx.db.selectFrom('api_token').innerJoin('account', 'account.id', 'api_token.accountId')
  return isSuper(authority) ? all : all.where('api_token.accountId', '=', accountId)
}

/** Parses and checks the expiry time of a token. */
function endOf({ clock }: CallContext, expireDate: string): number {
  const now = clock.now().getTime()
  const end = momentOf(expireDate) ?? 0
  if (end <= now) throw fieldError('invalid', 'expireDate', '失效时间已过，请选择晚于当前的时间')
  if (end > now + LONGEST_TOKEN_DAYS * DAY_MS)
    throw fieldError('invalid', 'expireDate', `失效时间不能晚于 ${LONGEST_TOKEN_DAYS} 天后，请选择更早的时间`)
  return end
}

async function requireColumns(ctx: CallContext, columnIds: readonly number[], siteIds: readonly number[]) {
  if (columnIds.length === 0) return
  const rows = await ctx.db.selectFrom('site_column').select(['id', 'siteId']).where('id', 'in', columnIds).execute()
  const fits = rows.filter(({ siteId }) => siteId !== 0 && (siteIds.length === 0 || siteIds.includes(siteId)))
  if (fits.length < columnIds.length)
    throw fieldError('invalid', 'columnIds', '部分栏目已被删除，或不属于所选的站点，请重新选择')
}

async function requireRoom({ db, clock, signed }: CallContext): Promise<void> {
  const inUse = db
    .selectFrom('api_token')
    .where('accountId', '=', signed().accountId)
    .where('revokeTime', '=', 0)
    .where('expireTime', '>', clock.now().getTime())
  if ((await countOf(inUse)) >= MAX_TOKENS)
    throw new AppError('conflict', `每个账号最多有 ${MAX_TOKENS} 个有效的令牌，请先吊销不再使用的令牌`)
}

export const routes: Routes<'apiToken'> = {
  'apiToken.page': async (ctx, { key, ...paging }) => {
    let found = seen(ctx)
    if (key) found = found.where((eb) => contains([eb.ref('api_token.name'), eb.ref('account.username')], key))
    const rows = found.selectAll('api_token').select('account.username as owner').orderBy('api_token.id', 'desc')
    const { rows: page, total } = await readPage(rows, paging)
    const now = ctx.clock.now().getTime()
    return pageOf(
      page.map((row) => present(row, now)),
      total,
      paging.size,
    )
  },
  'apiToken.create': async (ctx, { name, scopes, siteIds, columnIds, addresses, expireDate }) => {
    const expireTime = endOf(ctx, expireDate)
    await requireRoom(ctx)
    if (siteIds.length > 0) await requireLivingSites(ctx, siteIds)
    await requireColumns(ctx, [...new Set(columnIds)], siteIds)
    const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
    const { id } = await ctx.db
      .insertInto('api_token')
      .values({
        accountId: ctx.signed().accountId,
        name,
        tokenHash: hashOf(token),
        ending: token.slice(-ENDING),
        scopes: JSON.stringify(scopes),
        siteIds: JSON.stringify(siteIds),
        columnIds: JSON.stringify(columnIds),
        addresses: JSON.stringify(addresses),
        createTime: ctx.clock.now().getTime(),
        expireTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, token }
  },
  'apiToken.revoke': async (ctx, { id }) => {
    const row = await seen(ctx).select('api_token.id').where('api_token.id', '=', id).executeTakeFirst()
    if (!row) throw goneRecord('令牌不存在，请刷新列表', id)
    await ctx.db
      .updateTable('api_token')
      .set({ revokeTime: ctx.clock.now().getTime() })
      .where('id', '=', id)
      .where('revokeTime', '=', 0)
      .execute()
    return null
  },
}
