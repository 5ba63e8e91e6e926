import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import type { SecuritySettings } from '#shared/contract/security.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { mayComeFrom, readRules, type Rules, saveRules } from '../signInRules/index.ts'

const present = ({ updatedBy, updateTime, ...rules }: Rules): SecuritySettings => ({
  ...rules,
  changedBy: updatedBy,
  changedAt: updateTime === 0 ? '' : formatDateTime(updateTime),
})

export const readSettings: Handler<'security.settings'> = async (ctx) => present(await readRules(ctx.db))

export const saveSettings: Handler<'security.saveSettings'> = async (ctx, { version, ...rules }) => {
  const { authority, username } = ctx.signed()
  if (!isSuper(authority)) throw new AppError('forbidden', '只有超级管理员可以修改登录安全设置')
  requireStaysIn(ctx, rules)
  await requireGroups(ctx, rules)
  return present(await saveRules(ctx.db, rules, { seen: version, by: username, now: ctx.clock.now() }))
}

type Saved = Pick<Rules, 'groups' | 'selfRegister' | 'registerGroupId'>

/** Nobody shuts himself out. */
function requireStaysIn(ctx: CallContext, rules: Saved): void {
  const { groupId } = ctx.signed().authority
  if (mayComeFrom(rules, groupId, ctx.ip)) return
  throw fieldError('invalid', 'groups', `这些地址不包含您现在的地址 ${ctx.ip}，保存后您将无法登录，请先加入这个地址`)
}

async function requireGroups({ db }: CallContext, { groups, selfRegister, registerGroupId }: Saved): Promise<void> {
  if (selfRegister) {
    if (registerGroupId === SUPER_GROUP)
      throw fieldError('invalid', 'registerGroupId', '注册的账号不能是超级管理员，请选择其他用户组')
    const group = db.selectFrom('role').select('id').where('id', '=', registerGroupId)
    if (!(await group.executeTakeFirst()))
      throw fieldError('not-found', 'registerGroupId', '这个用户组已被删除，请重新选择')
  }
  if (groups.length === 0) return
  const ids = groups.map(({ groupId }) => groupId)
  const found = await db.selectFrom('role').select('id').where('id', 'in', ids).execute()
  if (found.length < ids.length) throw fieldError('not-found', 'groups', '有的用户组已被删除，请刷新后重新设置')
}
