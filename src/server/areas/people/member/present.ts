import type { CallContext } from '#server/http/context.ts'
import type { Member } from '#shared/contract/member.ts'
import { AppError } from '#shared/errors/index.ts'
import { maskEmail, maskPhone } from '#shared/domain/masks.ts'
import { seesContacts } from '#shared/domain/memberAccess.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { type Group, readMemberGroups, type MemberRow } from './find.ts'

/** Converts members for the client. Phone and e-mail are masked if the caller may not see them. */
export async function present(ctx: CallContext, rows: readonly MemberRow[]): Promise<Member[]> {
  const canSeeContacts = seesContacts(ctx.requireSignedIn().authority)
  const groups = await readMemberGroups(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const member = toMember(row, groups.get(row.id) ?? [])
    return canSeeContacts ? member : { ...member, phone: maskPhone(row.phone), email: maskEmail(row.email) }
  })
}

export async function presentOne(ctx: CallContext, row: MemberRow): Promise<Member> {
  const [member] = await present(ctx, [row])
  if (!member) throw new AppError('internal', '服务器内部错误')
  return member
}

function toMember(row: MemberRow, groups: readonly Group[]): Member {
  const { userNameKey: _key, eraseTime, updatedBy, updateTime, isEnable, hasPassword, grade, ...profile } = row
  const groupList = groups.map(({ id }) => id)
  return {
    ...profile,
    grade: grade ?? '',
    groupList,
    grouplist: groupList,
    groupNames: groups.map(({ name }) => name),
    isEnable: isEnable === 1,
    hasPassword: hasPassword === 1,
    isErased: eraseTime > 0,
    createTime: formatDateTime(row.createTime),
    changedBy: updatedBy,
    changedAt: formatDateTime(updateTime),
  }
}
