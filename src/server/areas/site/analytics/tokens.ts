import type { Kysely } from 'kysely'
import type { BaiduOptions, ServerDeps } from '#server/deps.ts'
import type { Database } from '#server/db/schema.ts'
import { openSecret, sealSecret } from '#server/secrets/sealing.ts'
import { ANALYTICS_UNSET, type AnalyticsFigures } from '#shared/contract/analytics.ts'
import { AppError } from '#shared/errors/index.ts'
import { type BaiduTokens, fetchFigures, fetchTokens, TokenExpiredError } from './baidu.ts'

/** Id of the only row: one authorization serves all sites (C·§7: its call names no site). */
const TOKEN_ROW_ID = 1
const SECRET_ID = { use: 'analytics token', owner: TOKEN_ROW_ID } as const
/** A token is renewed this long before it expires, ms. */
const RENEW_BEFORE_MS = 60_000

/** @throws AppError `invalid` when no application keys are configured */
export function requireBaiduOptions({ baidu }: ServerDeps): BaiduOptions {
  if (!baidu)
    throw new AppError(
      'invalid',
      '服务器还没有配置百度统计的应用，请管理员设置 SITECRAFT_BAIDU_KEY 和 SITECRAFT_BAIDU_SECRET 后重启服务器',
    )
  return baidu
}

export const findTokenRow = (db: Kysely<Database>) =>
  db.selectFrom('analytics_token').selectAll().where('id', '=', TOKEN_ROW_ID).executeTakeFirst()

/** Saves the tokens, encrypted. */
export async function saveTokens(deps: ServerDeps, db: Kysely<Database>, tokens: BaiduTokens): Promise<void> {
  const txDeps = { ...deps, db }
  const row = {
    accessSealed: await sealSecret(txDeps, SECRET_ID, tokens.access),
    refreshSealed: await sealSecret(txDeps, SECRET_ID, tokens.refresh),
    expireTime: deps.clock.now().getTime() + tokens.lifeMs,
  }
  await db
    .insertInto('analytics_token')
    .values({ id: TOKEN_ROW_ID, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const createUnsetError = (): AppError => new AppError('invalid', ANALYTICS_UNSET)

/**
 * Baidu's figures of a site. An expired token is renewed once.
 * @throws AppError `invalid` with C·§8's text while the site is not set up; errors of `fetchFigures`
 */
export async function readBaiduFigures(
  deps: ServerDeps,
  { siteId, start, end }: { siteId: number; start: string; end: string },
): Promise<AnalyticsFigures> {
  const site = await deps.db
    .selectFrom('analytics_site')
    .select('baiduSiteId')
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  const row = await findTokenRow(deps.db)
  if (!row || !site?.baiduSiteId || !deps.baidu) throw createUnsetError()
  const options = deps.baidu
  const asked = { siteId: site.baiduSiteId, start, end }
  const isExpired = row.expireTime - RENEW_BEFORE_MS <= deps.clock.now().getTime()
  const accessToken = await openSecret(deps, SECRET_ID, row.accessSealed)
  if (!isExpired && accessToken !== null) {
    try {
      return await fetchFigures(options, accessToken, asked)
    } catch (error) {
      if (!(error instanceof TokenExpiredError)) throw error
    }
  }
  const refresh = await openSecret(deps, SECRET_ID, row.refreshSealed)
  if (refresh === null) throw createUnsetError()
  const renewed = await fetchTokens(options, { refresh })
  await saveTokens(deps, deps.db, renewed)
  try {
    return await fetchFigures(options, renewed.access, asked)
  } catch (error) {
    throw error instanceof TokenExpiredError ? createUnsetError() : error
  }
}
