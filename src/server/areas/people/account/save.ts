import { initialsOf } from '#server/db/initials.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { Prepared } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { fieldError } from '#shared/errors/index.ts'
import { saveOldPassword, readRules, requireGoodPassword, type Rules } from '../signInRules/index.ts'
import { accountsFound, shownAccount } from './list.ts'
import { requireFreeName, unlessTaken, usernameKeyOf } from './names.ts'
import { givenPassword, hashPassword } from './passwords.ts'
import { requireAccount, requireGiven, requireOthers, requireSuperLeft } from './rights.ts'
import { endSessions } from './signIn/sessions.ts'

type Form = ParsedOf<'account.save'>

/** Call 146. Hashes before the transaction, because hashing is slow. */
export const save = new Prepared<'account.save'>(async (ctx, form) => {
  const password = await givenPassword(ctx.deps, form)
  const rules = await readRules(ctx.db)
  if (password !== null)
    await requireGoodPassword(ctx.db, rules, await ownerOf(ctx, form), { password, field: 'password' })
  const passwordHash = password === null ? null : await hashPassword(password)
  return async (within) => {
    const id = await (form.id === 0 ? add(within, form, passwordHash) : change(within, rules, form, passwordHash))
    return shownAccount(within, id)
  }
})

/** The account the password is for. Its former hash is included only if the caller may see the account. */
async function ownerOf(ctx: CallContext, { id, userName }: Form) {
  const [found] =
    id === 0
      ? []
      : await (
          await accountsFound(ctx, { roleId: 0, key: '' })
        )
          .where('account.id', '=', id)
          .select(['account.id', 'account.passwordHash'])
          .execute()
  return { id: found?.id ?? 0, username: userName, passwordHash: found?.passwordHash ?? null }
}

/** The columns that every save writes. @throws AppError `not-found` for a missing department */
async function rowOf(ctx: CallContext, form: Form) {
  const { roleIdList, userName, departmentId, trueName, employeeNumber, phone, email } = form
  if (departmentId !== 0) {
    const found = ctx.db.selectFrom('department').select('id').where('id', '=', departmentId)
    if (!(await found.executeTakeFirst()))
      throw fieldError('not-found', 'departmentId', '所属部门不存在，可能已被删除，请重新选择')
  }
  return {
    username: userName,
    usernameKey: usernameKeyOf(userName),
    roleId: roleIdList[0] ?? 0,
    departmentId: departmentId === 0 ? null : departmentId,
    trueName,
    initials: (await initialsOf([trueName]))[0] ?? '',
    employeeNumber,
    phone,
    email,
    updatedBy: ctx.signed().username,
    updateTime: ctx.clock.now().getTime(),
  }
}

async function add(ctx: CallContext, form: Form, passwordHash: string | null): Promise<number> {
  const row = await rowOf(ctx, form)
  await requireGiven(ctx, row.roleId)
  await requireFreeName(ctx.db, row.username, { id: 0, field: 'userName' })
  const added = { ...row, passwordHash, passwordTime: row.updateTime, isStatus: 1, createTime: row.updateTime } as const
  const { id } = await unlessTaken(
    { username: row.username, field: 'userName' },
    ctx.db.insertInto('account').values(added).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

/**
 * Updates an account if its version is the one the caller has read. A new password ends the account's other sessions.
 */
async function change(ctx: CallContext, rules: Rules, form: Form, passwordHash: string | null): Promise<number> {
  const before = await requireAccount(ctx, form.id)
  if (form.version !== undefined && form.version !== before.version)
    throw changedMeanwhile(`账号“${before.username}”`, before)
  const row = await rowOf(ctx, form)
  if (row.roleId !== before.roleId) {
    requireOthers(ctx, [before], '不能更换自己的管理员组，请联系其他管理员操作')
    await requireGiven(ctx, row.roleId)
  }
  await requireFreeName(ctx.db, row.username, { id: before.id, field: 'userName' })
  if (passwordHash) await saveOldPassword(ctx.db, rules, before, ctx.clock.now())
  const fresh = passwordHash && { passwordHash, passwordTime: row.updateTime, mustChangePassword: 0 as const }
  await unlessTaken(
    { username: row.username, field: 'userName' },
    ctx.db
      .updateTable('account')
      .set({ ...row, version: before.version + 1, ...fresh })
      .where('id', '=', before.id)
      .execute(),
  )
  if (before.roleId === SUPER_GROUP) await requireSuperLeft(ctx.db)
  const { accountId, sessionHash } = ctx.signed()
  if (passwordHash) await endSessions(ctx.db, [before.id], before.id === accountId ? sessionHash : '')
  return before.id
}
