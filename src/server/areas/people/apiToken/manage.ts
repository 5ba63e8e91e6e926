import type { RowOf } from '#server/db/schema.ts'
import { randomBytes } from 'node:crypto'
import { countRows } from '#server/db/countRows.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { TOKEN_PREFIX } from '#shared/contract/headers.ts'
import { type ApiToken, MAX_TOKEN_DAYS, MAX_TOKENS } from '#shared/contract/apiToken.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime, parseDateTime } from '#shared/util/dates.ts'
import { hashApiToken } from './find.ts'

/** Last characters of a token, which stay visible. */
const ENDING_LENGTH = 4

type Row = RowOf<'api_token'> & { owner: string }

const parseList = <T>(json: string): T[] => JSON.parse(json) as T[]
const formatOptionalTime = (time: number): string => (time === 0 ? '' : formatDateTime(time))

const present = (row: Row, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  owner: row.owner,
  ending: row.ending,
  scopes: parseList(row.scopes),
  siteIds: parseList(row.siteIds),
  columnIds: parseList(row.columnIds),
  addresses: parseList(row.addresses),
  createDate: formatDateTime(row.createTime),
  expireDate: formatDateTime(row.expireTime),
  lastUseDate: formatOptionalTime(row.lastUse),
  lastIp: row.lastIp,
  refusedDate: formatOptionalTime(row.refusedTime),
  refusedIp: row.refusedIp,
  refusedWhy: row.refusedWhy,
  state: row.revokeTime > 0 ? 'revoked' : row.expireTime <= now ? 'expired' : 'active',
})

/** The caller's own tokens; all tokens for super administrators. */
function queryVisibleTokens(ctx: CallContext) {
  const { accountId, authority } = ctx.requireSignedIn()
  const all = ctx.db.selectFrom('api_token').innerJoin('account', 'account.id', 'api_token.accountId')
  return isSuper(authority) ? all : all.where('api_token.accountId', '=', accountId)
}

/** Parses and checks the expiry time of a token. */
function parseExpireTime({ clock }: CallContext, expireDate: string): number {
  const now = clock.now().getTime()
  const end = parseDateTime(expireDate) ?? 0
  if (end <= now) throw fieldError('invalid', 'expireDate', '失效时间已过，请选择晚于当前的时间')
  if (end > now + MAX_TOKEN_DAYS * DAY_MS)
    throw fieldError('invalid', 'expireDate', `失效时间不能晚于 ${MAX_TOKEN_DAYS} 天后，请选择更早的时间`)
  return end
}

async function requireColumns(ctx: CallContext, columnIds: readonly number[], siteIds: readonly number[]) {
  if (columnIds.length === 0) return
  const rows = await ctx.db.selectFrom('site_column').select(['id', 'siteId']).where('id', 'in', columnIds).execute()
  const validRows = rows.filter(({ siteId }) => siteId !== 0 && (siteIds.length === 0 || siteIds.includes(siteId)))
  if (validRows.length < columnIds.length)
    throw fieldError('invalid', 'columnIds', '部分栏目已被删除，或不属于所选的站点，请重新选择')
}

async function requireBelowLimit({ db, clock, requireSignedIn }: CallContext): Promise<void> {
  const inUse = db
    .selectFrom('api_token')
    .where('accountId', '=', requireSignedIn().accountId)
    .where('revokeTime', '=', 0)
    .where('expireTime', '>', clock.now().getTime())
  if ((await countRows(inUse)) >= MAX_TOKENS)
    throw new AppError('conflict', `每个账号最多有 ${MAX_TOKENS} 个有效的令牌，请先吊销不再使用的令牌`)
}

export const routes: Routes<'apiToken'> = {
  'apiToken.page': async (ctx, { key, ...paging }) => {
    let found = queryVisibleTokens(ctx)
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
    const expireTime = parseExpireTime(ctx, expireDate)
    await requireBelowLimit(ctx)
    if (siteIds.length > 0) await requireActiveSites(ctx, siteIds)
    await requireColumns(ctx, [...new Set(columnIds)], siteIds)
    const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
    const { id } = await ctx.db
      .insertInto('api_token')
      .values({
        accountId: ctx.requireSignedIn().accountId,
        name,
        tokenHash: hashApiToken(token),
        ending: token.slice(-ENDING_LENGTH),
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
    const row = await queryVisibleTokens(ctx).select('api_token.id').where('api_token.id', '=', id).executeTakeFirst()
    if (!row) throw missingRecord('令牌不存在，请刷新列表', id)
    await ctx.db
      .updateTable('api_token')
      .set({ revokeTime: ctx.clock.now().getTime() })
      .where('id', '=', id)
      .where('revokeTime', '=', 0)
      .execute()
    return null
  },
}
