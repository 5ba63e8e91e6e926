import { type Kysely, sql } from 'kysely'
import { transactionLock } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'

/** Held while symbols and domains are given out. */
const NAMES_LOCK = 7_420_101

/** AppError `conflict` when another site has the symbol, also when only the case differs. `db` is a transaction. */
export async function requireFreeSymbol(db: Kysely<Database>, symbol: string, except: number): Promise<void> {
  await transactionLock(db, NAMES_LOCK)
  const taken = await db
    .selectFrom('site')
    .select('title')
    .where(sql<string>`lower(symbol)`, '=', symbol.toLowerCase())
    .where('id', '!=', except)
    .executeTakeFirst()
  if (!taken) return
  const message = `站点标识符“${symbol}”已被站点“${taken.title}”使用，请换一个`
  throw new AppError('conflict', message, { details: { issues: [{ field: 'symbol', message }] } })
}

/** Why hosts can't be given to a site: those that are bound to another one, with a sentence each. `db` is a transaction. */
export async function takenHosts(
  db: Kysely<Database>,
  hosts: readonly string[],
  except: number,
): Promise<ReadonlyMap<string, string>> {
  await transactionLock(db, NAMES_LOCK)
  const sites = await db
    .selectFrom('site')
    .select(['title', 'domain'])
    .where('id', '!=', except)
    .where('deleteTime', 'is', null)
    .execute()
  const owners = new Map(sites.flatMap((site) => site.domain.split(',').map((host) => [host, site.title] as const)))
  const taken = hosts.filter((host) => owners.has(host))
  return new Map(
    taken.map((host) => [host, `域名“${host}”已绑定到站点“${owners.get(host) ?? ''}”，请先在那里解除绑定`]),
  )
}

/** AppError `conflict` when one of the hosts is bound to another site. `db` is a transaction. */
export async function requireFreeHosts(db: Kysely<Database>, hosts: readonly string[], except: number): Promise<void> {
  const [refusal] = (await takenHosts(db, hosts, except)).values()
  if (refusal === undefined) return
  throw new AppError('conflict', refusal, { details: { issues: [{ field: 'domain', message: refusal }] } })
}
