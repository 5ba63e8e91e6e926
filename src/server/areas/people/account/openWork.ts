import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { OpenWork } from '#shared/contract/accountEdit.ts'

/** Files without a site, which only super administrators could see once their account is deleted. */
export const ownFilesWork: OpenWorkKind = {
  title: '个不属于站点的资源',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('attachment')
      .select((eb) => ['accountId', eb.fn.countAll<number>().as('files')])
      .where('accountId', 'in', accountIds)
      .where('siteId', '=', 0)
      .where('isRegistered', '=', 1)
      .where('expireTime', 'is', null)
      .groupBy('accountId')
      .execute()
    return new Map(rows.map(({ accountId, files }) => [accountId, files]))
  },
  async handOver(ctx, accountIds, { id }) {
    await ctx.db
      .updateTable('attachment')
      .set({ accountId: id })
      .where('accountId', 'in', accountIds)
      .where('siteId', '=', 0)
      .execute()
  },
}

/** The account that takes work over. */
export interface Successor {
  id: number
  username: string
}

/** A kind of work that a deleted account leaves behind and a successor can continue. */
export interface OpenWorkKind {
  /** Name with its measure word: 篇草稿. */
  title: string
  /** Counts the work of each account; accounts without any may be missing. */
  count(db: Kysely<Database>, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  handOver(ctx: CallContext, accountIds: readonly number[], heir: Successor): Promise<void>
}

const openWorkKinds: OpenWorkKind[] = []

/** Called once per kind, when the module of its area is loaded. */
export const registerOpenWork = (kind: OpenWorkKind): void => void openWorkKinds.push(kind)

/** Finds the unfinished work of the accounts. */
export async function findOpenWork(db: Kysely<Database>, accountIds: readonly number[]): Promise<OpenWork[]> {
  const found: OpenWork[] = []
  for (const { title, count } of openWorkKinds) {
    const counts = await count(db, accountIds)
    for (const accountId of accountIds) {
      const open = counts.get(accountId) ?? 0
      if (open > 0) found.push({ accountId, kind: title, count: open })
    }
  }
  return found
}

/** Transfers the unfinished work of the accounts to the successor. */
export async function handOverWork(
  ctx: CallContext,
  accountIds: readonly number[],
  successor: Successor,
): Promise<void> {
  for (const kind of openWorkKinds) await kind.handOver(ctx, accountIds, successor)
}
