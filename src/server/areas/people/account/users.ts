import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import type { User } from '#shared/contract/account.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { readColleagueGroups, readReachableGroups, createOutOfReachError } from '../role/index.ts'

/** Accounts of these groups (null: all groups). Only the columns listed below are ever read. */
function queryUsers(db: Kysely<Database>, groups: ReadonlySet<number> | null) {
  const found = db.selectFrom('account').innerJoin('role', 'role.id', 'account.roleId')
  return groups ? found.where('account.roleId', 'in', [...groups]) : found
}
const selectUserColumns = (found: ReturnType<typeof queryUsers>) =>
  found.select([
    'account.id',
    'account.username as userName',
    'account.trueName',
    'account.email',
    'account.roleId as groupId',
    'role.title as groupName',
  ])

/** Resolves the requested groups. @throws AppError `forbidden` for a group out of the caller's reach */
async function resolveGroups(
  ctx: CallContext,
  { groupId, colleagues }: Pick<ParsedOf<'account.pageUser'>, 'groupId' | 'colleagues'>,
): Promise<ReadonlySet<number> | null> {
  if (groupId === 0) return colleagues ? readColleagueGroups(ctx) : readReachableGroups(ctx)
  const reach = await readReachableGroups(ctx)
  if (reach && !reach.has(groupId)) throw createOutOfReachError()
  return new Set([groupId])
}

/** Call 150, sorted by user name. */
export const pageUser: Handler<'account.pageUser'> = async (ctx, { key, page, size, ...wanted }) => {
  let found = queryUsers(ctx.db, await resolveGroups(ctx, wanted)).where('account.isStatus', '=', 1)
  if (key)
    found = found.where((eb) =>
      contains([eb.ref('account.username'), eb.ref('account.trueName'), eb.ref('account.email')], key),
    )
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await selectUserColumns(found)
    .orderBy('account.usernameKey')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const answer = pageOf(rows, total, size)
  // contradictions.md 9: this list has both spellings of the totals.
  return { ...answer, count: answer.totalElements, pages: answer.totalPages }
}

/** Call 152. An account out of reach is reported as missing. */
export async function findUser(ctx: CallContext, id: number): Promise<User> {
  const row = await selectUserColumns(
    queryUsers(ctx.db, await readReachableGroups(ctx)).where('account.id', '=', id),
  ).executeTakeFirst()
  if (!row) throw new AppError('not-found', '用户不存在，可能已被删除，或不在您的用户组之下')
  return row
}
