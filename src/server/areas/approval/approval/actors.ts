import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Step } from './rows.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

/** The caller, and the accounts for which the caller currently stands in. */
export interface Actor {
  /**
   * Super administrators may decide every step, so that none is stuck; steps for named people only when none of those
   * is active.
   */
  isSuper: boolean
  /** The caller's own name, for display. */
  name: string
  /** Roles that the caller may act for, with the real name of the represented person; '' for the caller's own role. */
  roles: ReadonlyMap<number, string>
  /** Accounts that the caller may act for, likewise; '' for the caller's own. */
  accounts: ReadonlyMap<number, string>
}

/** Roles and accounts with at least one active account that can see tasks. */
export interface WithAssignees {
  roles: ReadonlySet<number>
  accounts: ReadonlySet<number>
}

/** The roles and accounts that may decide a step. */
type Assignees = Pick<Step, 'roleIds' | 'accountIds'>

/** Is nobody left who may decide the step? */
export const hasNoAssignee = ({ roleIds, accountIds = [] }: Assignees, activeAssignees: WithAssignees): boolean =>
  !roleIds.some((id) => activeAssignees.roles.has(id)) && !accountIds.some((id) => activeAssignees.accounts.has(id))

/**
 * Like mayAct, but reads the active assignees itself; only needed for super administrators and steps for named
 * people.
 */
export async function mayActOn(ctx: CallContext, actor: Actor, step: Assignees | undefined): Promise<boolean> {
  const needsAssignees = actor.isSuper && (step?.accountIds ?? []).length > 0
  return mayAct(actor, step, needsAssignees && step ? await findActiveAssignees(ctx, [step]) : NO_ASSIGNEES)
}
const NO_ASSIGNEES: WithAssignees = { roles: new Set(), accounts: new Set() }

/** May the actor decide the step? */
export function mayAct(actor: Actor, step: Assignees | undefined, activeAssignees: WithAssignees): boolean {
  const { roleIds, accountIds = [] } = step ?? { roleIds: [] }
  if (roleIds.some((id) => actor.roles.has(id)) || accountIds.some((id) => actor.accounts.has(id))) return true
  return actor.isSuper && (accountIds.length === 0 || !accountIds.some((id) => activeAssignees.accounts.has(id)))
}

/**
 * Name of the person whom the actor represents in the step; '' when acting in the actor's own name or as super
 * administrator.
 */
export function representedName({ roles, accounts }: Actor, step: Assignees | undefined): string {
  const { roleIds, accountIds = [] } = step ?? { roleIds: [] }
  const names = [...roleIds.flatMap((id) => roles.get(id) ?? []), ...accountIds.flatMap((id) => accounts.get(id) ?? [])]
  return names.includes('') ? '' : (names[0] ?? '')
}

/** Active accounts whose role may open the task list; other accounts cannot decide anything. */
export const selectApprovers = (db: Kysely<Database>) =>
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

/** The steps' roles and accounts that have an active account able to see tasks. */
export async function findActiveAssignees(
  { db }: Pick<CallContext, 'db'>,
  steps: readonly Assignees[],
): Promise<WithAssignees> {
  const roleIds = new Set(steps.flatMap((step) => step.roleIds))
  const accountIds = new Set(steps.flatMap((step) => step.accountIds ?? []))
  const active = selectApprovers(db)
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

/** Reads the caller's role and those of the people represented; a stand-in does not inherit further stand-ins. */
export async function readActor(ctx: CallContext): Promise<Actor> {
  const { accountId, username: signedAs, authority } = ctx.requireSignedIn()
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

/** Condition: the task waits for one of the actor's roles or accounts. Expects `approval_task` under its own name. */
export const whereForActor = (
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

/** Condition: the task's site is not in the recycle bin. Expects `approval_task` under its own name. */
export const whereSiteActive = (eb: ExpressionBuilder<Database, 'approval_task'>): Expression<SqlBool> =>
  eb('approval_task.siteId', 'in', eb.selectFrom('site').select('site.id').where('site.deleteTime', 'is', null))
