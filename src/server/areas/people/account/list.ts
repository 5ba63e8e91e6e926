import { lowerContains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import { pageOf } from '#server/http/paging.ts'
import { countOf } from '#server/db/countOf.ts'
import type { Handler } from '#server/http/routes.ts'
import type { Account as Shown } from '#shared/contract/accountEdit.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { groupsInReach, outOfReach } from '../role/index.ts'
import { lockedNames } from './signIn/attempts.ts'
import type { Account } from './repo.ts'

export type ListedAccount = Omit<Account, 'passwordHash' | 'passwordTime' | 'initials' | 'searchText'> & {
  groupName: string
  /** null: no second factor. */
  factorTime: number | null
}

const moment = (time: number): string => (time === 0 ? '' : formatDateTime(time))

/** Converts an account for the client, without its credentials. */
const presentAccount = (row: ListedAccount, locked: ReadonlySet<string> = new Set()): Shown => ({
  id: row.id,
  userName: row.username,
  trueName: row.trueName,
  email: row.email,
  phone: row.phone,
  employeeNumber: row.employeeNumber,
  departmentId: row.departmentId ?? 0,
  roleIdList: [row.roleId],
  lastModifiedDate: moment(row.lastLoginTime),
  lastLoginIp: row.lastLoginIp,
  loginTimes: row.loginTimes,
  groupName: row.groupName,
  isStatus: row.isStatus === 1,
  isLocked: locked.has(row.usernameKey),
  mustChangePassword: row.mustChangePassword === 1,
  hasSecondFactor: Boolean(row.factorTime),
  createDate: formatDateTime(row.createTime),
  version: row.version,
  changedBy: row.updatedBy,
  changedAt: moment(row.updateTime),
})

interface Wanted {
  /** 0: all groups. */
  roleId: number
  /** 0: all departments. */
  departmentId?: number
  key: string
  /** The key may also match the pinyin initials of a name. */
  byInitials?: boolean
}

/**
 * Query for the accounts that match and that the caller may see.
 * @throws AppError `forbidden` for a group out of the caller's reach
 */
export async function accountsFound(ctx: CallContext, { roleId, departmentId = 0, key, byInitials = false }: Wanted) {
  const reach = await groupsInReach(ctx)
  if (roleId !== 0 && reach && !reach.has(roleId)) throw outOfReach()
  const groups = roleId === 0 ? reach : new Set([roleId])
  return ctx.db
    .selectFrom('account')
    .$if(groups !== null, (query) => query.where('account.roleId', 'in', [...(groups ?? [])]))
    .$if(departmentId !== 0, (query) => query.where('account.departmentId', '=', departmentId))
    .$if(key !== '', (query) =>
      query.where((eb) =>
        lowerContains([eb.ref('account.searchText'), ...(byInitials ? [eb.ref('account.initials')] : [])], key),
      ),
    )
}

/** Adds the columns that lists and sheets show. */
export const withGroups = (found: Awaited<ReturnType<typeof accountsFound>>) =>
  found
    .innerJoin('role', 'role.id', 'account.roleId')
    .leftJoin('second_factor', 'second_factor.accountId', 'account.id')
    .select([
      'account.id',
      'account.username',
      'account.usernameKey',
      'account.roleId',
      'account.isStatus',
      'account.createTime',
      'account.trueName',
      'account.email',
      'account.departmentId',
      'account.phone',
      'account.employeeNumber',
      'account.mustChangePassword',
      'account.lastLoginTime',
      'account.lastLoginIp',
      'account.loginTimes',
      'account.version',
      'account.updatedBy',
      'account.updateTime',
      'role.title as groupName',
      'second_factor.confirmedTime as factorTime',
    ])

/** Call 147, newest first. */
export const pageAccounts: Handler<'account.page'> = async (ctx, { page, size, ...wanted }) => {
  const found = await accountsFound(ctx, wanted)
  const total = await countOf(found)
  const rows = await withGroups(found)
    .orderBy('account.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return pageOf(await presentAll(ctx, rows), total, size)
}

async function presentAll(ctx: CallContext, rows: readonly ListedAccount[]): Promise<Shown[]> {
  const locked = await lockedNames(ctx.db, rows, ctx.clock.now())
  return rows.map((row) => presentAccount(row, locked))
}

/** Reads one account. @throws AppError `not-found`, also for an account the caller may not see */
export async function shownAccount(ctx: CallContext, id: number): Promise<Shown> {
  const found = (await accountsFound(ctx, { roleId: 0, key: '' })).where('account.id', '=', id)
  const [shown] = await presentAll(ctx, await withGroups(found).execute())
  if (!shown) throw missing({ kind: '账号', ids: [id] })
  return shown
}
