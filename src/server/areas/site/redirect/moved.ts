import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { redirectKey, type RedirectRule, RedirectTable } from '#shared/domain/redirects.ts'
import { readHosts, readActiveRules } from './rules.ts'

/** A page whose address changed since the last build. */
export interface MovedPage {
  from: string
  to: string
}

/** Values per query; a large site may move as a whole. */
const MAX_QUERY_IDS = 500

/** Keys of the former addresses for which builds created redirects. */
export async function readAutoRedirectKeys(db: Kysely<Database>, siteId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('site_redirect')
    .select('sourceKey')
    .where('siteId', '=', siteId)
    .where('isAuto', '=', 1)
    .execute()
  return rows.map(({ sourceKey }) => sourceKey)
}

/**
 * Creates redirects for pages whose address changed, in the transaction of the build. Redirects by people stay
 * unchanged, and redirects that would form a loop are skipped. Earlier redirects by builds are updated to the newest
 * address, and deleted when their old address is a page again.
 * @param again keys of old addresses (readAutoRedirectKeys) that are pages again
 */
export async function saveMovedPages(
  db: Kysely<Database>,
  {
    siteId,
    moved,
    again,
    time,
  }: { siteId: number; moved: readonly MovedPage[]; again: readonly string[]; time: number },
): Promise<void> {
  const auto = await db
    .selectFrom('site_redirect')
    .select(['id', 'sourceKey', 'target'])
    .where('siteId', '=', siteId)
    .where('isAuto', '=', 1)
    .execute()
  const pages = new Set(again)
  const obsoleteIds = new Set(auto.filter(({ sourceKey }) => pages.has(sourceKey)).map(({ id }) => id))
  for (const ids of splitIntoBatches([...obsoleteIds], MAX_QUERY_IDS))
    await db.deleteFrom('site_redirect').where('id', 'in', ids).execute()
  if (moved.length === 0) return
  const newest = new Map(moved.map(({ from, to }) => [redirectKey(from), to]))
  for (const { id, target } of auto) {
    const to = newest.get(redirectKey(target))
    if (to !== undefined && !obsoleteIds.has(id))
      await db.updateTable('site_redirect').set({ target: to }).where('id', '=', id).execute()
  }
  const table = new RedirectTable<RedirectRule>(await readActiveRules(db, siteId))
  const hosts = await readHosts(db, siteId)
  for (const { from: source, to: target } of moved) {
    if (table.find(source)) continue
    const rule = { source, target }
    table.add(rule)
    if (table.findLoop(rule, hosts)) continue
    await db
      .insertInto('site_redirect')
      .values({
        ...rule,
        siteId,
        sourceKey: redirectKey(source),
        note: '页面地址改变后自动生成',
        isAuto: 1,
        isStatus: 1,
        createTime: time,
        updatedBy: '',
        updateTime: time,
      })
      .onConflict((conflict) => conflict.columns(['siteId', 'sourceKey']).doNothing())
      .execute()
  }
}
