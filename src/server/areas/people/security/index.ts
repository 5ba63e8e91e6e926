import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { type Handler, Reply, type Resource, type Routes } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { beginOwnFactor, confirmOwnFactor, newOwnCodes, ownFactor, removeOwnFactor } from './ownFactor.ts'
import { exportLog, pageLog, pruneLog } from './signInLog.ts'
import { createHash } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { closeSession, endSessions } from '../account/index.ts'
import type { SecuritySettings } from '#shared/contract/security.ts'
import { isSuper, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { isAddressAllowed, readRules, type Rules, saveRules } from '../signInRules/index.ts'

const present = ({ updatedBy, updateTime, ...rules }: Rules): SecuritySettings => ({
  ...rules,
  changedBy: updatedBy,
  changedAt: updateTime === 0 ? '' : formatDateTime(updateTime),
})

const readSettings: Handler<'security.settings'> = async (ctx) => present(await readRules(ctx.db))

const saveSettings: Handler<'security.saveSettings'> = async (ctx, { version, ...rules }) => {
  const { authority, username } = ctx.requireSignedIn()
  if (!isSuper(authority)) throw new AppError('forbidden', '只有超级管理员可以修改登录安全设置')
  rejectSelfLockout(ctx, rules)
  await requireExistingGroups(ctx, rules)
  return present(await saveRules(ctx.db, rules, { seen: version, by: username, now: ctx.clock.now() }))
}

type GroupRules = Pick<Rules, 'groups' | 'selfRegister' | 'registerGroupId'>

/** Refuses rules that would lock the caller out. */
function rejectSelfLockout(ctx: CallContext, rules: GroupRules): void {
  const { groupId } = ctx.requireSignedIn().authority
  if (isAddressAllowed(rules, groupId, ctx.ip)) return
  throw fieldError('invalid', 'groups', `这些地址不包含您当前的地址 ${ctx.ip}，保存后您将无法登录，请先添加该地址`)
}

async function requireExistingGroups(
  { db }: CallContext,
  { groups, selfRegister, registerGroupId }: GroupRules,
): Promise<void> {
  if (selfRegister) {
    if (registerGroupId === SUPER_GROUP)
      throw fieldError('invalid', 'registerGroupId', '注册的账号不能是超级管理员，请选择其他用户组')
    const group = db.selectFrom('role').select('id').where('id', '=', registerGroupId)
    if (!(await group.executeTakeFirst()))
      throw fieldError('not-found', 'registerGroupId', '用户组已被删除，请重新选择')
  }
  if (groups.length === 0) return
  const ids = groups.map(({ groupId }) => groupId)
  const found = await db.selectFrom('role').select('id').where('id', 'in', ids).execute()
  if (found.length < ids.length) throw fieldError('not-found', 'groups', '部分用户组已被删除，请刷新后重新设置')
}

/** The id of a session for its owner, derived from the stored hash, which stays secret. */
const toPublicId = (tokenHash: string): string =>
  createHash('sha256').update(`session ${tokenHash}`).digest('hex').slice(0, 32)

const readOwnSessions = (ctx: CallContext) =>
  ctx.db
    .selectFrom('session')
    .selectAll()
    .where('accountId', '=', ctx.requireSignedIn().accountId)
    .where('expireTime', '>', ctx.clock.now().getTime())
    .orderBy('lastUse', 'desc')
    .execute()

const ownSessions: Handler<'security.ownSessions'> = async (ctx) => {
  const { sessionHash } = ctx.requireSignedIn()
  const rows = (await readOwnSessions(ctx)).map((row) => ({
    id: toPublicId(row.tokenHash),
    way: row.way,
    ip: row.ip,
    otherIp: row.otherIp,
    userAgent: row.userAgent,
    createDate: formatDateTime(row.createTime),
    lastUseDate: formatDateTime(row.lastUse),
    current: row.tokenHash === sessionHash,
  }))
  return [...rows.filter((row) => row.current), ...rows.filter((row) => !row.current)]
}

const endOwnSessions: Handler<'security.endOwnSessions'> = async (ctx, { id }) => {
  const { accountId, sessionHash } = ctx.requireSignedIn()
  if (id === '') {
    const ended = await endSessions(ctx.db, [accountId], sessionHash)
    return new Reply({ ended }, ended === 0 ? '没有其他登录' : `已退出其他 ${ended} 处登录`)
  }
  const row = (await readOwnSessions(ctx)).find(({ tokenHash }) => toPublicId(tokenHash) === id)
  if (!row) throw new AppError('not-found', '该登录已结束')
  if (row.tokenHash === sessionHash) throw new AppError('invalid', '这是您正在使用的登录，请使用“退出登录”')
  await closeSession(ctx.db, row.tokenHash)
  return new Reply({ ended: 1 }, '已退出该登录')
}

const routes: Routes<'security'> = {
  'security.settings': readSettings,
  'security.saveSettings': saveSettings,
  'security.signInLog': pageLog,
  'security.signInLogSheet': exportLog,
  'security.ownSessions': ownSessions,
  'security.endOwnSessions': endOwnSessions,
  'security.secondFactor': ownFactor,
  'security.beginSecondFactor': beginOwnFactor,
  'security.confirmSecondFactor': confirmOwnFactor,
  'security.newRecoveryCodes': newOwnCodes,
  'security.removeSecondFactor': removeOwnFactor,
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void => scheduleMaintenance(app, deps, () => pruneLog(deps))

/** 登录安全: sign-in rules, sign-in log and the caller's own sessions. */
export const security: Resource = { routes, plugin }
