import { isUniqueViolation } from '#server/db/dialect.ts'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { decryptPassword } from '#server/areas/system/system/index.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { removeUnused } from '#server/areas/upload/index.ts'
import { hashPassword } from '../account/index.ts'
import { lockSiteGroups } from '../memberGroup/index.ts'
import { lockSiteLevel } from '../memberLevel/index.ts'
import { requireMemberAction } from './access.ts'
import { requireMember, type MemberRow } from './find.ts'
import { presentOne } from './present.ts'

/** The comparison key of a user name, which ignores letter case, full-width forms and repeated blanks. */
export const toNameKey = (userName: string): string =>
  userName.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Contains no names, because the operation log stores refusals. */
const DUPLICATE_TEXT = '该站点已有同名账号，请换一个账号'
const ERASED_TEXT = '该会员的个人数据已被抹除，不能再编辑或启用'

/**
 * Adds a member, or updates one whose version is the one the caller has read. Hashes the password before the
 * transaction, because hashing is slow.
 * @throws AppError `forbidden`, `not-found`, `invalid`, `conflict`
 */
export const saveMember = new PreparedHandler<'member.save'>(async (callCtx, form) => {
  requireMemberAction(callCtx, form.id === 0 ? 'add' : 'edit')
  await requireActiveSites(callCtx, [form.siteId])
  const passwordHash = await hashEncryptedPassword(callCtx, form.password)
  return async (ctx) => presentOne(ctx, await storeMember(ctx, form, passwordHash))
})

/** Decrypts and hashes a password; null for none. @throws AppError `invalid` when decryption fails */
async function hashEncryptedPassword({ deps }: CallContext, message: string): Promise<string | null> {
  if (message === '') return null
  const password = await decryptPassword(deps, message)
  if (password === null) throw new AppError('invalid', '密码无法解密，请刷新后重新填写密码')
  if (password === '') throw new AppError('invalid', '请输入密码')
  return hashPassword(password)
}

async function storeMember(
  ctx: CallContext,
  form: ParsedOf<'member.save'>,
  passwordHash: string | null,
): Promise<MemberRow> {
  const { id, siteId, version, groupList, password: _encrypted, isEnable, points, source, ...fields } = form
  const before = id === 0 ? null : await requireMember(ctx, id)
  if (before && before.siteId !== siteId) throw new AppError('invalid', '会员不能更换站点，请在目标站点中新增会员')
  if (before && before.eraseTime > 0) throw new AppError('conflict', ERASED_TEXT)
  await lockSiteLevel(ctx, siteId, fields.levelId)
  const now = ctx.clock.now().getTime()
  const row = {
    ...fields,
    userNameKey: toNameKey(fields.userName),
    isEnable: (isEnable ?? (before ? before.isEnable === 1 : true)) ? 1 : 0,
    points: points ?? before?.points ?? 0,
    source: source ?? before?.source ?? 'admin',
    updatedBy: ctx.requireSignedIn().username,
    updateTime: now,
  } as const
  const saving = before
    ? ctx.db
        .updateTable('member')
        .set(row)
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('eraseTime', '=', 0)
        .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
        .returning('id')
    : ctx.db
        .insertInto('member')
        .values({ ...row, siteId, eraseTime: 0, createTime: now })
        .returning('id')
  const saved = await saving.executeTakeFirst().catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', DUPLICATE_TEXT) : error
  })
  if (!saved) throw conflictError('该会员', await requireMember(ctx, id))
  if (groupList) await replaceGroups(ctx, { id: saved.id, siteId }, groupList)
  if (passwordHash !== null) await savePassword(ctx, saved.id, passwordHash)
  return requireMember(ctx, saved.id)
}

/** Replaces the member's groups. */
async function replaceGroups(
  ctx: CallContext,
  { id, siteId }: { id: number; siteId: number },
  list: readonly number[],
): Promise<void> {
  const groups = [...new Set(list)]
  await lockSiteGroups(ctx, siteId, groups)
  await ctx.db.deleteFrom('member_in_group').where('memberId', '=', id).execute()
  if (groups.length === 0) return
  const rows = groups.map((groupId) => ({ memberId: id, groupId }))
  await ctx.db.insertInto('member_in_group').values(rows).execute()
}

async function savePassword({ db, clock }: CallContext, memberId: number, passwordHash: string): Promise<void> {
  const row = { passwordHash, updateTime: clock.now().getTime() }
  await db
    .insertInto('member_secret')
    .values({ ...row, memberId })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

/** C·§4: 正常 or 停用. @throws AppError `forbidden`, `not-found`, `conflict` for an erased member */
export async function enableMember(ctx: CallContext, id: number, isEnable: boolean): Promise<void> {
  requireMemberAction(ctx, 'status')
  const member = await requireMember(ctx, id)
  if (member.eraseTime > 0) throw new AppError('conflict', ERASED_TEXT)
  await ctx.db
    .updateTable('member')
    .set({ isEnable: isEnable ? 1 : 0 })
    .where('id', '=', id)
    .where('eraseTime', '=', 0)
    .execute()
}

/** Deletes all members or none, with their passwords and unused avatars. @throws AppError `forbidden`, `not-found` */
export async function removeMembers(ctx: CallContext, list: readonly number[]): Promise<void> {
  requireMemberAction(ctx, 'remove')
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .deleteFrom('member')
    .where('id', 'in', ids)
    .returning(['id', 'siteId', 'headSculpture'])
    .execute()
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '会员', ids: missingIds })
  await removeUnused(
    ctx.deps,
    ctx.db,
    rows.map(({ headSculpture }) => headSculpture),
  )
}
