import { type Kysely, sql } from 'kysely'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { type Authority, canUseSite } from '#shared/domain/permissions.ts'
import { fieldError } from '#shared/errors/index.ts'

/** Whether the caller may see the site's name: only if he may use the site; never without `who`. */
const canSeeName = (site: { id: number }, who?: Authority): boolean => who !== undefined && canUseSite(who, site.id)
const toVisibleName = (site: { id: number; title: string }, who?: Authority): string =>
  canSeeName(site, who) ? `站点“${site.title}”` : '另一个站点'

/**
 * Checks that a symbol is available. `db` is a transaction.
 * @throws AppError `conflict` when another site has the symbol, ignoring case
 */
export async function requireFreeSymbol(
  db: Kysely<Database>,
  symbol: string,
  except: number,
  who?: Authority,
): Promise<void> {
  await acquireTransactionLock(db, 'siteNames')
  const other = await db
    .selectFrom('site')
    .select(['id', 'title'])
    .where(sql<string>`lower(symbol)`, '=', symbol.toLowerCase())
    .where('id', '!=', except)
    .executeTakeFirst()
  if (!other) return
  const message = `站点标识符“${symbol}”已被${toVisibleName(other, who)}使用，请换一个`
  throw fieldError('conflict', 'symbol', message)
}

/** Finds hosts that are bound to another site, with an error text each. `db` is a transaction. */
export async function findHostConflicts(
  db: Kysely<Database>,
  hosts: readonly string[],
  except: number,
  who?: Authority,
): Promise<ReadonlyMap<string, string>> {
  await acquireTransactionLock(db, 'siteNames')
  const sites = await db
    .selectFrom('site')
    .select(['id', 'title', 'domain'])
    .where('id', '!=', except)
    .where('deleteTime', 'is', null)
    .execute()
  const owners = new Map(sites.flatMap((site) => site.domain.split(',').map((host) => [host, site] as const)))
  return new Map(
    hosts.flatMap((host) => {
      const owner = owners.get(host)
      if (!owner) return []
      const remedy = canSeeName(owner, who) ? '请先在该站点解除绑定' : '请换一个域名，或联系超级管理员'
      return [[host, `域名“${host}”已绑定到${toVisibleName(owner, who)}，${remedy}`]]
    }),
  )
}

/**
 * Checks that hosts are available. `db` is a transaction.
 * @throws AppError `conflict` when one of the hosts is bound to another site
 */
export async function requireFreeHosts(
  db: Kysely<Database>,
  hosts: readonly string[],
  except: number,
  who?: Authority,
): Promise<void> {
  const [refusal] = (await findHostConflicts(db, hosts, except, who)).values()
  if (refusal === undefined) return
  throw fieldError('conflict', 'domain', refusal)
}
