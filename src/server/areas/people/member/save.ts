import { isTaken } from '#server/db/dialect.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import { Prepared } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { decryptPassword } from '#server/areas/system/system/index.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { removeUnused } from '#server/areas/upload/index.ts'
import { hashPassword } from '../account/index.ts'
import { requireGroups } from '../memberGroup/index.ts'
import { requireLevel } from '../memberLevel/index.ts'
import { requireDeed } from './access.ts'
import { memberFor, type MemberRow } from './find.ts'
import { presentOne } from './present.ts'

/** The comparison key of a user name, which ignores letter case, full-width forms and repeated blanks. */
export const nameKey = (userName: string): string =>
  userName.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Contains no names, because the operation log stores refusals. */
const TAKEN = '该站点已有同名账号，请换一个账号'
const ERASED = '该会员的个人数据已被抹除，不能再编辑或启用'

/**
 * Adds a member, or updates one whose version is the one the caller has read. Hashes the password before the
 * transaction, because hashing is slow.
 * @throws AppError `forbidden`, `not-found`, `invalid`, `conflict`
 */
export const saveMember = new Prepared<'member.save'>(async (outside, form) => {
  requireDeed(outside, form.id === 0 ? 'add' : 'edit')
  await requireLivingSites(outside, [form.siteId])
  const passwordHash = await hashOf(outside, form.password)
  return async (ctx) => presentOne(ctx, await storeMember(ctx, form, passwordHash))
})

/** Decrypts and hashes a password; null for none. @throws AppError `invalid` when decryption fails */
async function hashOf({ deps }: CallContext, message: string): Promise<string | null> {
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
  const before = id === 0 ? null : await memberFor(ctx, id)
  if (before && before.siteId !== siteId) throw new AppError('invalid', '会员不能更换站点，请在目标站点中新增会员')
  if (before && before.eraseTime > 0) throw new AppError('conflict', ERASED)
  await requireLevel(ctx, siteId, fields.levelId)
  const now = ctx.clock.now().getTime()
  const row = {
    ...fields,
    userNameKey: nameKey(fields.userName),
    isEnable: (isEnable ?? (before ? before.isEnable === 1 : true)) ? 1 : 0,
    points: points ?? before?.points ?? 0,
    source: source ?? before?.source ?? 'admin',
    updatedBy: ctx.signed().username,
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
    throw isTaken(error) ? new AppError('conflict', TAKEN) : error
  })
  if (!saved) throw changedMeanwhile('该会员', await memberFor(ctx, id))
  if (groupList) await putInGroups(ctx, { id: saved.id, siteId }, groupList)
  if (passwordHash !== null) await keepPassword(ctx, saved.id, passwordHash)
  return memberFor(ctx, saved.id)
}

/** Replaces the member's groups. */
async function putInGroups(
  ctx: CallContext,
  { id, siteId }: { id: number; siteId: number },
  list: readonly number[],
): Promise<void> {
  const groups = [...new Set(list)]
  await requireGroups(ctx, siteId, groups)
  await ctx.db.deleteFrom('member_in_group').where('memberId', '=', id).execute()
  if (groups.length === 0) return
  const rows = groups.map((groupId) => ({ memberId: id, groupId }))
  await ctx.db.insertInto('member_in_group').values(rows).execute()
}

async function keepPassword({ db, clock }: CallContext, memberId: number, passwordHash: string): Promise<void> {
  const row = { passwordHash, updateTime: clock.now().getTime() }
  await db
    .insertInto('member_secret')
    .values({ ...row, memberId })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

/** C·§4: 正常 or 停用. @throws AppError `forbidden`, `not-found`, `conflict` for an erased member */
export async function enableMember(ctx: CallContext, id: number, isEnable: boolean): Promise<void> {
  requireDeed(ctx, 'status')
  const member = await memberFor(ctx, id)
  if (member.eraseTime > 0) throw new AppError('conflict', ERASED)
  await ctx.db
    .updateTable('member')
    .set({ isEnable: isEnable ? 1 : 0 })
    .where('id', '=', id)
    .where('eraseTime', '=', 0)
    .execute()
}

/** Deletes all members or none, with their passwords and unused avatars. @throws AppError `forbidden`, `not-found` */
export async function removeMembers(ctx: CallContext, list: readonly number[]): Promise<void> {
  requireDeed(ctx, 'remove')
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .deleteFrom('member')
    .where('id', 'in', ids)
    .returning(['id', 'siteId', 'headSculpture'])
    .execute()
  for (const { siteId } of rows) ctx.requireSite(siteId)
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missing({ kind: '会员', ids: gone })
  await removeUnused(
    ctx.deps,
    ctx.db,
    rows.map(({ headSculpture }) => headSculpture),
  )
}
