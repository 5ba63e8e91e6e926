import { lowerContains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { pageOf } from '#server/http/paging.ts'
import { countRows } from '#server/db/countRows.ts'
import type { Handler } from '#server/http/routes.ts'
import type { Account as Shown } from '#shared/contract/accountEdit.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { readReachableGroups, createOutOfReachError } from '../role/index.ts'
import { findLockedNames } from './signIn/attempts.ts'
import type { Account } from './repo.ts'

export type ListedAccount = Omit<Account, 'passwordHash' | 'passwordTime' | 'initials' | 'searchText'> & {
  groupName: string
  /** null: no second factor. */
  factorTime: number | null
}

const formatOptionalTime = (time: number): string => (time === 0 ? '' : formatDateTime(time))

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
  lastModifiedDate: formatOptionalTime(row.lastLoginTime),
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
  changedAt: formatOptionalTime(row.updateTime),
})

interface AccountFilter {
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
export async function queryVisibleAccounts(
  ctx: CallContext,
  { roleId, departmentId = 0, key, byInitials = false }: AccountFilter,
) {
  const reach = await readReachableGroups(ctx)
  if (roleId !== 0 && reach && !reach.has(roleId)) throw createOutOfReachError()
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
export const selectListColumns = (found: Awaited<ReturnType<typeof queryVisibleAccounts>>) =>
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
  const found = await queryVisibleAccounts(ctx, wanted)
  const total = await countRows(found)
  const rows = await selectListColumns(found)
    .orderBy('account.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return pageOf(await presentAll(ctx, rows), total, size)
}

async function presentAll(ctx: CallContext, rows: readonly ListedAccount[]): Promise<Shown[]> {
  const lockedKeys = await findLockedNames(ctx.db, rows, ctx.clock.now())
  return rows.map((row) => presentAccount(row, lockedKeys))
}

/** Reads one account. @throws AppError `not-found`, also for an account the caller may not see */
export async function readVisibleAccount(ctx: CallContext, id: number): Promise<Shown> {
  const found = (await queryVisibleAccounts(ctx, { roleId: 0, key: '' })).where('account.id', '=', id)
  const [shown] = await presentAll(ctx, await selectListColumns(found).execute())
  if (!shown) throw missingRecords({ kind: '账号', ids: [id] })
  return shown
}
