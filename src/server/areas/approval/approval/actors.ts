import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Step } from './rows.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

/** Whom the caller acts for: himself, and who made him a stand-in for now. */
export interface Actor {
  /** Super administrators may carry every task out, so that none waits for nobody; those of people when none of them is left. */
  isSuper: boolean
  /** Of the caller himself, as people know him. */
  name: string
  /** Role → real name of the person whose stand-in the caller is; '' for his own role. */
  roles: ReadonlyMap<number, string>
  /** Account → the same; '' for the caller's own. */
  accounts: ReadonlyMap<number, string>
}

/** Roles and people of which somebody can sign in and see tasks. */
export interface Staffed {
  roles: ReadonlySet<number>
  accounts: ReadonlySet<number>
}

/** Who a step is for. */
type ForWhom = Pick<Step, 'roleIds' | 'accountIds'>

/** Is there nobody left whom the step is for? */
export const isForNobody = ({ roleIds, accountIds = [] }: ForWhom, staffed: Staffed): boolean =>
  !roleIds.some((id) => staffed.roles.has(id)) && !accountIds.some((id) => staffed.accounts.has(id))

/** The same as mayAct, which needs to know who is left only of people's steps and for super administrators. */
export async function mayActNow(ctx: CallContext, actor: Actor, step: ForWhom | undefined): Promise<boolean> {
  const asksWhoIsLeft = actor.isSuper && (step?.accountIds ?? []).length > 0
  return mayAct(actor, step, asksWhoIsLeft && step ? await staffedFor(ctx, [step]) : NOBODY)
}
const NOBODY: Staffed = { roles: new Set(), accounts: new Set() }

/** May the actor carry out the step? */
export function mayAct(actor: Actor, step: ForWhom | undefined, staffed: Staffed): boolean {
  const { roleIds, accountIds = [] } = step ?? { roleIds: [] }
  if (roleIds.some((id) => actor.roles.has(id)) || accountIds.some((id) => actor.accounts.has(id))) return true
  return actor.isSuper && (accountIds.length === 0 || !accountIds.some((id) => staffed.accounts.has(id)))
}

/** Whose stand-in the caller is in the step; '' when it is his own, or he is a super administrator. */
export function actsFor({ roles, accounts }: Actor, step: ForWhom | undefined): string {
  const { roleIds, accountIds = [] } = step ?? { roleIds: [] }
  const names = [...roleIds.flatMap((id) => roles.get(id) ?? []), ...accountIds.flatMap((id) => accounts.get(id) ?? [])]
  return names.includes('') ? '' : (names[0] ?? '')
}

/** Active accounts whose role opens the list of tasks: nobody else can carry one out. */
export const whoCanApprove = (db: Kysely<Database>) =>
  db
    .selectFrom('account')
    .where('isStatus', '=', 1)
    .where((eb) =>
      eb.or([
        eb('account.roleId', '=', SUPER_GROUP),
        eb(
          'account.roleId',
          'in',
          eb.selectFrom('role_grant').select('role_grant.roleId').where('role_grant.menuId', '=', MENU.approvalTasks),
        ),
      ]),
    )

/** Those of the steps' roles and people of which somebody may sign in, and see the task. */
export async function staffedFor({ db }: Pick<CallContext, 'db'>, steps: readonly ForWhom[]): Promise<Staffed> {
  const roleIds = new Set(steps.flatMap((step) => step.roleIds))
  const accountIds = new Set(steps.flatMap((step) => step.accountIds ?? []))
  const active = whoCanApprove(db)
  const roles = await active
    .select('roleId')
    .distinct()
    .where('roleId', 'in', [...roleIds, -1])
    .execute()
  const accounts =
    accountIds.size === 0
      ? []
      : await active
          .select('id')
          .where('id', 'in', [...accountIds])
          .execute()
  return { roles: new Set(roles.map(({ roleId }) => roleId)), accounts: new Set(accounts.map(({ id }) => id)) }
}

/** Reads the caller's role and those of the people he stands in for; a stand-in's right goes no further. */
export async function actorOf(ctx: CallContext): Promise<Actor> {
  const { accountId, username: signedAs, authority } = ctx.signed()
  const now = ctx.clock.now().getTime()
  const rows = await ctx.db
    .selectFrom('account')
    .select(['id', 'roleId', 'trueName', 'username'])
    .where((eb) =>
      eb.or([
        eb('id', '=', accountId),
        eb.and([
          eb('isStatus', '=', 1),
          eb(
            'id',
            'in',
            eb
              .selectFrom('stand_in')
              .select('stand_in.accountId')
              .where('stand_in.standInId', '=', accountId)
              .where('stand_in.fromTime', '<=', now)
              .where((is) => is.or([is('stand_in.toTime', '=', 0), is('stand_in.toTime', '>', now)])),
          ),
        ]),
      ]),
    )
    .execute()
  const own = rows.find(({ id }) => id === accountId)
  const others = rows.filter(({ id }) => id !== accountId)
  const roles = new Map(others.map(({ roleId, trueName, username }) => [roleId, trueName || username]))
  if (own) roles.set(own.roleId, '')
  const accounts = new Map(others.map(({ id, trueName, username }) => [id, trueName || username]))
  accounts.set(accountId, '')
  return { isSuper: isSuper(authority), name: own?.trueName || signedAs, roles, accounts }
}

/** Tasks that wait for one of the actor's roles, or for him; `approval_task` is joined under its name. */
export const isForActor = (
  eb: ExpressionBuilder<Database, 'approval_task'>,
  { roles, accounts }: Actor,
): Expression<SqlBool> =>
  eb(
    'approval_task.id',
    'in',
    eb
      .selectFrom('approval_task_role')
      .select('approval_task_role.taskId')
      .where('approval_task_role.roleId', 'in', [...roles.keys(), -1])
      .unionAll(
        eb
          .selectFrom('approval_task_person')
          .select('approval_task_person.taskId')
          .where('approval_task_person.accountId', 'in', [...accounts.keys()]),
      ),
  )

/** Tasks of sites that are not in the recycle area; `approval_task` is joined under its name. */
export const isInLivingSite = (eb: ExpressionBuilder<Database, 'approval_task'>): Expression<SqlBool> =>
  eb('approval_task.siteId', 'in', eb.selectFrom('site').select('site.id').where('site.deleteTime', 'is', null))
