import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { isSuper } from '#shared/domain/permissions.ts'

/** Whom the caller acts for: himself, and who made him a stand-in for now. */
export interface Actor {
  /** Super administrators may carry every task out, so that none waits for nobody. */
  isSuper: boolean
  /** Role → real name of the person whose stand-in the caller is; '' for his own role. */
  roles: ReadonlyMap<number, string>
}

/** Reads the caller's role and those of the people he stands in for; a stand-in's right goes no further. */
export async function actorOf(ctx: CallContext): Promise<Actor> {
  const { accountId, authority } = ctx.signed()
  const now = ctx.clock.now().getTime()
  const own = await ctx.db.selectFrom('account').select('roleId').where('id', '=', accountId).executeTakeFirst()
  const others = await ctx.db
    .selectFrom('stand_in')
    .innerJoin('account', 'account.id', 'stand_in.accountId')
    .select(['account.roleId', 'account.trueName', 'account.username'])
    .where('stand_in.standInId', '=', accountId)
    .where('stand_in.fromTime', '<=', now)
    .where((eb) => eb.or([eb('stand_in.toTime', '=', 0), eb('stand_in.toTime', '>', now)]))
    .where('account.isStatus', '=', 1)
    .execute()
  const roles = new Map(others.map(({ roleId, trueName, username }) => [roleId, trueName || username]))
  if (own) roles.set(own.roleId, '')
  return { isSuper: isSuper(authority), roles }
}

/** Tasks that wait for one of the actor's roles; `approval_task` is joined under its name. */
export const isForRoles = (eb: ExpressionBuilder<Database, 'approval_task'>, { roles }: Actor): Expression<SqlBool> =>
  eb(
    'approval_task.id',
    'in',
    eb
      .selectFrom('approval_task_role')
      .select('approval_task_role.taskId')
      .where('approval_task_role.state', '=', 0)
      .where('approval_task_role.roleId', 'in', [...roles.keys(), -1]),
  )
