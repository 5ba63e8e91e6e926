import type { CallContext } from '#server/http/context.ts'
import type { Reply } from '#server/http/routes.ts'
import { removeUnused } from '#server/areas/upload/index.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireMemberAction } from './access.ts'
import { readMemberGroups, requireMember, type MemberRow } from './find.ts'
import { toNameKey } from './save.ts'

/** Exports everything stored about a member, except the password, as a sheet of two columns. Returns its address. */
export async function exportPersonalData(ctx: CallContext, id: number): Promise<string | Reply<string>> {
  requireMemberAction(ctx, 'export')
  requireMemberAction(ctx, 'edit')
  const member = await requireMember(ctx, id)
  const site = await ctx.db.selectFrom('site').select('title').where('id', '=', member.siteId).executeTakeFirst()
  const groups = (await readMemberGroups(ctx, [id])).get(id) ?? []
  const rows = toRows(member, {
    site: site?.title ?? '',
    groups: groups.map(({ name }) => name).join('、'),
    avatar: member.headSculpture && new URL(member.headSculpture, ctx.baseUrl).href,
  })
  return exportSheet(ctx, {
    name: `会员个人数据-${id}`,
    columns: [
      { title: '项目', width: 20, value: ([what]) => what },
      { title: '内容', width: 60, value: ([, value]) => value },
    ],
    rows: rows,
    total: async () => rows.length,
  })
}

const toRows = (
  member: MemberRow,
  { site, groups, avatar }: { site: string; groups: string; avatar: string },
): [string, string][] => [
  ['站点', site],
  ['会员编号', String(member.id)],
  ['账号', member.userName],
  ['姓名', member.name],
  ['昵称', member.nickName],
  ['手机号', member.phone],
  ['邮箱', member.email],
  ['性别', member.sex],
  ['生日', member.birthday],
  ['头像', avatar],
  ['会员组', groups],
  ['等级', member.grade ?? ''],
  ['积分', String(member.points)],
  ['来源', member.source],
  ['状态', member.isEnable === 1 ? '正常' : '停用'],
  ['密码', member.hasPassword === 1 ? '已设置（加密保存，不能导出）' : '未设置'],
  ['创建时间', formatDateTime(member.createTime)],
  ['最后修改时间', formatDateTime(member.updateTime)],
  ['最后修改人', member.updatedBy],
]

/**
 * Erases a member's personal data permanently: names, contacts, sex, birthday, avatar (with its file, if unused
 * elsewhere), password and groups. The row stays, disabled, so that statistics stay right.
 * @throws AppError `forbidden`, `not-found`, `conflict`
 */
export async function eraseMember(ctx: CallContext, id: number): Promise<void> {
  requireMemberAction(ctx, 'remove')
  const member = await requireMember(ctx, id)
  if (member.eraseTime > 0) throw new AppError('conflict', '该会员的个人数据已被抹除，无需再次抹除')
  const userName = `已注销会员${id}`
  await ctx.db
    .updateTable('member')
    .set({ userName, userNameKey: toNameKey(`${userName} ${crypto.randomUUID()}`), name: '', nickName: '' })
    .set({ phone: '', email: '', sex: '', birthday: '', headSculpture: '', isEnable: 0 })
    .set({ updatedBy: ctx.requireSignedIn().username, updateTime: ctx.clock.now().getTime() })
    .set((eb) => ({ eraseTime: ctx.clock.now().getTime(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await ctx.db.deleteFrom('member_secret').where('memberId', '=', id).execute()
  await ctx.db.deleteFrom('member_in_group').where('memberId', '=', id).execute()
  await removeUnused(ctx.deps, ctx.db, [member.headSculpture])
}
