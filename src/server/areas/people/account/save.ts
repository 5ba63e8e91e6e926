import { computeInitials } from '#server/db/initials.ts'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { fieldError } from '#shared/errors/index.ts'
import { saveOldPassword, readRules, requireGoodPassword, type Rules } from '../signInRules/index.ts'
import { queryVisibleAccounts, readVisibleAccount } from './list.ts'
import { requireFreeName, rejectDuplicateName, toUsernameKey } from './names.ts'
import { decryptFormPassword, hashPassword } from './passwords.ts'
import { requireAccount, requireAssignableGroup, rejectOwnAccount, requireRemainingSuper } from './rights.ts'
import { endSessions } from './signIn/sessions.ts'

type Form = ParsedOf<'account.save'>

/** Call 146. Hashes before the transaction, because hashing is slow. */
export const save = new PreparedHandler<'account.save'>(async (ctx, form) => {
  const password = await decryptFormPassword(ctx.deps, form)
  const rules = await readRules(ctx.db)
  if (password !== null)
    await requireGoodPassword(ctx.db, rules, await readPasswordOwner(ctx, form), { password, field: 'password' })
  const passwordHash = password === null ? null : await hashPassword(password)
  return async (tx) => {
    const id = await (form.id === 0 ? addAccount(tx, form, passwordHash) : changeAccount(tx, rules, form, passwordHash))
    return readVisibleAccount(tx, id)
  }
})

/** The account the password is for. Its former hash is included only if the caller may see the account. */
async function readPasswordOwner(ctx: CallContext, { id, userName }: Form) {
  const [found] =
    id === 0
      ? []
      : await (
          await queryVisibleAccounts(ctx, { roleId: 0, key: '' })
        )
          .where('account.id', '=', id)
          .select(['account.id', 'account.passwordHash'])
          .execute()
  return { id: found?.id ?? 0, username: userName, passwordHash: found?.passwordHash ?? null }
}

/** The columns that every save writes. @throws AppError `not-found` for a missing department */
async function toRow(ctx: CallContext, form: Form) {
  const { roleIdList, userName, departmentId, trueName, employeeNumber, phone, email } = form
  if (departmentId !== 0) {
    const found = ctx.db.selectFrom('department').select('id').where('id', '=', departmentId)
    if (!(await found.executeTakeFirst()))
      throw fieldError('not-found', 'departmentId', '所属部门不存在，可能已被删除，请重新选择')
  }
  return {
    username: userName,
    usernameKey: toUsernameKey(userName),
    roleId: roleIdList[0] ?? 0,
    departmentId: departmentId === 0 ? null : departmentId,
    trueName,
    initials: (await computeInitials([trueName]))[0] ?? '',
    employeeNumber,
    phone,
    email,
    updatedBy: ctx.requireSignedIn().username,
    updateTime: ctx.clock.now().getTime(),
  }
}

async function addAccount(ctx: CallContext, form: Form, passwordHash: string | null): Promise<number> {
  const row = await toRow(ctx, form)
  await requireAssignableGroup(ctx, row.roleId)
  await requireFreeName(ctx.db, row.username, { id: 0, field: 'userName' })
  const added = { ...row, passwordHash, passwordTime: row.updateTime, isStatus: 1, createTime: row.updateTime } as const
  const { id } = await rejectDuplicateName(
    { username: row.username, field: 'userName' },
    ctx.db.insertInto('account').values(added).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

/**
 * Updates an account if its version is the one the caller has read. A new password ends the account's other sessions.
 */
async function changeAccount(ctx: CallContext, rules: Rules, form: Form, passwordHash: string | null): Promise<number> {
  const before = await requireAccount(ctx, form.id)
  if (form.version !== undefined && form.version !== before.version)
    throw conflictError(`账号“${before.username}”`, before)
  const row = await toRow(ctx, form)
  if (row.roleId !== before.roleId) {
    rejectOwnAccount(ctx, [before], '不能更换自己的管理员组，请联系其他管理员操作')
    await requireAssignableGroup(ctx, row.roleId)
  }
  await requireFreeName(ctx.db, row.username, { id: before.id, field: 'userName' })
  if (passwordHash) await saveOldPassword(ctx.db, rules, before, ctx.clock.now())
  const passwordColumns = passwordHash && { passwordHash, passwordTime: row.updateTime, mustChangePassword: 0 as const }
  await rejectDuplicateName(
    { username: row.username, field: 'userName' },
    ctx.db
      .updateTable('account')
      .set({ ...row, version: before.version + 1, ...passwordColumns })
      .where('id', '=', before.id)
      .execute(),
  )
  if (before.roleId === SUPER_GROUP) await requireRemainingSuper(ctx.db)
  const { accountId, sessionHash } = ctx.requireSignedIn()
  if (passwordHash) await endSessions(ctx.db, [before.id], before.id === accountId ? sessionHash : '')
  return before.id
}
