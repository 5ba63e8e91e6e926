import type { Kysely } from 'kysely'
import type { BaiduOptions, ServerDeps } from '#server/deps.ts'
import type { Database } from '#server/db/schema.ts'
import { openSecret, sealSecret } from '#server/secrets/sealing.ts'
import { ANALYTICS_UNSET, type AnalyticsFigures } from '#shared/contract/analytics.ts'
import { AppError } from '#shared/errors/index.ts'
import { type BaiduTokens, fetchFigures, fetchTokens, TokenGone } from './baidu.ts'

/** Id of the only row: one authorization serves all sites (C·§7: its call names no site). */
const ONE = 1
const OF = { use: 'analytics token', owner: ONE } as const
/** A token is renewed this long before it expires, ms. */
const EARLY_MS = 60_000

/** @throws AppError `invalid` when no application keys are configured */
export function baiduOf({ baidu }: ServerDeps): BaiduOptions {
  if (!baidu)
    throw new AppError(
      'invalid',
      '服务器还没有配置百度统计的应用，请管理员设置 SITECRAFT_BAIDU_KEY 和 SITECRAFT_BAIDU_SECRET 后重启服务器',
    )
  return baidu
}

export const tokenRow = (db: Kysely<Database>) =>
  db.selectFrom('analytics_token').selectAll().where('id', '=', ONE).executeTakeFirst()

/** Saves the tokens, encrypted. */
export async function saveTokens(deps: ServerDeps, db: Kysely<Database>, tokens: BaiduTokens): Promise<void> {
  const within = { ...deps, db }
  const row = {
    accessSealed: await sealSecret(within, OF, tokens.access),
    refreshSealed: await sealSecret(within, OF, tokens.refresh),
    expireTime: deps.clock.now().getTime() + tokens.lifeMs,
  }
  await db
    .insertInto('analytics_token')
    .values({ id: ONE, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const unset = (): AppError => new AppError('invalid', ANALYTICS_UNSET)

/**
 * Baidu's figures of a site. An expired token is renewed once.
 * @throws AppError `invalid` with C·§8's text while the site is not set up; errors of `fetchFigures`
 */
export async function baiduFigures(
  deps: ServerDeps,
  { siteId, start, end }: { siteId: number; start: string; end: string },
): Promise<AnalyticsFigures> {
  const site = await deps.db
    .selectFrom('analytics_site')
    .select('baiduSiteId')
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  const row = await tokenRow(deps.db)
  if (!row || !site?.baiduSiteId || !deps.baidu) throw unset()
  const options = deps.baidu
  const asked = { siteId: site.baiduSiteId, start, end }
  const isOld = row.expireTime - EARLY_MS <= deps.clock.now().getTime()
  const kept = await openSecret(deps, OF, row.accessSealed)
  if (!isOld && kept !== null) {
    try {
      return await fetchFigures(options, kept, asked)
    } catch (error) {
      if (!(error instanceof TokenGone)) throw error
    }
  }
  const refresh = await openSecret(deps, OF, row.refreshSealed)
  if (refresh === null) throw unset()
  const renewed = await fetchTokens(options, { refresh })
  await saveTokens(deps, deps.db, renewed)
  try {
    return await fetchFigures(options, renewed.access, asked)
  } catch (error) {
    throw error instanceof TokenGone ? unset() : error
  }
}
