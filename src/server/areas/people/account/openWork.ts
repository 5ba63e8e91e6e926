import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { OpenWork } from '#shared/contract/accountEdit.ts'

/** Files of no site: nobody but super administrators would see them when their account is gone. */
export const ownFiles: OpenWorkKind = {
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

/** Who takes work over. */
export interface Heir {
  id: number
  username: string
}

/** A kind of work that an account leaves behind when it is deleted, and that another one can go on with. */
export interface OpenWorkKind {
  /** What it is called, with its measure: 篇草稿. */
  title: string
  /** How much of it the accounts have; those without any may be left out. */
  count(db: Kysely<Database>, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  handOver(ctx: CallContext, accountIds: readonly number[], heir: Heir): Promise<void>
}

const kinds: OpenWorkKind[] = []

/** Called once for each kind, when the module of the area that keeps it loads. */
export const registerOpenWork = (kind: OpenWorkKind): void => void kinds.push(kind)

/** What these accounts have begun and not ended. */
export async function openWorkOf(db: Kysely<Database>, accountIds: readonly number[]): Promise<OpenWork[]> {
  const found: OpenWork[] = []
  for (const { title, count } of kinds) {
    const counts = await count(db, accountIds)
    for (const accountId of accountIds) {
      const open = counts.get(accountId) ?? 0
      if (open > 0) found.push({ accountId, kind: title, count: open })
    }
  }
  return found
}

/** Gives everything that these accounts have begun to another one. */
export async function handOverWork(ctx: CallContext, accountIds: readonly number[], heir: Heir): Promise<void> {
  for (const kind of kinds) await kind.handOver(ctx, accountIds, heir)
}
