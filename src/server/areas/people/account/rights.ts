import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { readReachableGroups, createOutOfReachError } from '../role/index.ts'
import type { Account } from './repo.ts'

/**
 * Reads accounts and locks all accounts until the transaction ends.
 * @throws AppError `not-found`, also for accounts the caller may not see
 */
export async function requireAccounts(ctx: CallContext, list: readonly number[]): Promise<Account[]> {
  // The lock prevents two administrators from removing each other's rights at the same time.
  await acquireTransactionLock(ctx.db, 'accounts')
  const ids = [...new Set(list)]
  const reach = await readReachableGroups(ctx)
  const rows = await ctx.db
    .selectFrom('account')
    .selectAll()
    .where('id', 'in', ids)
    .$if(reach !== null, (query) => query.where('roleId', 'in', [...(reach ?? [])]))
    .orderBy('id')
    .execute()
  if (rows.length === ids.length) return rows
  const found = new Set(rows.map((row) => row.id))
  throw missingRecords({ kind: '账号', ids: ids.filter((id) => !found.has(id)) })
}

/** Like requireAccounts, for one account. */
export async function requireAccount(ctx: CallContext, id: number): Promise<Account> {
  const [row] = await requireAccounts(ctx, [id])
  if (!row) throw missingRecords({ kind: '账号', ids: [id] })
  return row
}

/** @throws AppError `invalid` with the message when the caller's own account is included */
export function rejectOwnAccount(ctx: CallContext, rows: readonly { id: number }[], message: string): void {
  const { accountId } = ctx.requireSignedIn()
  if (rows.some(({ id }) => id === accountId)) throw new AppError('invalid', message)
}

/**
 * Checks that the caller may assign accounts to the group: a group below the caller's own, or any existing one for
 * super administrators.
 * @throws AppError `forbidden`
 */
export async function requireAssignableGroup(ctx: CallContext, roleId: number): Promise<void> {
  const { authority } = ctx.requireSignedIn()
  const reach = await readReachableGroups(ctx)
  if (reach && (!reach.has(roleId) || roleId === authority.groupId)) throw createOutOfReachError()
  const group = await ctx.db.selectFrom('role').select('id').where('id', '=', roleId).executeTakeFirst()
  if (!group) throw createOutOfReachError()
}

/** The groups the caller may assign accounts to; null: all. */
export async function readAssignableGroups(ctx: CallContext): Promise<ReadonlySet<number> | null> {
  const { authority } = ctx.requireSignedIn()
  if (isSuper(authority)) return null
  const reach = (await readReachableGroups(ctx)) ?? []
  return new Set([...reach].filter((id) => id !== authority.groupId))
}

/** @throws AppError `conflict` when no active super administrator remains */
export async function requireRemainingSuper(db: Kysely<Database>): Promise<void> {
  const left = await db
    .selectFrom('account')
    .select('id')
    .where('roleId', '=', SUPER_GROUP)
    .where('isStatus', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw new AppError('conflict', '至少要保留一个启用的超级管理员')
}
