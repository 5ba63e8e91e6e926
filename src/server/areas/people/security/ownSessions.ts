import { createHash } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, Reply } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { closeSession, endSessions } from '../account/index.ts'

/** What names a session to its owner: made of the stored hash, which is told to nobody. */
const publicId = (tokenHash: string): string =>
  createHash('sha256').update(`session ${tokenHash}`).digest('hex').slice(0, 32)

const sessionsOf = (ctx: CallContext) =>
  ctx.db
    .selectFrom('session')
    .selectAll()
    .where('accountId', '=', ctx.signed().accountId)
    .where('expireTime', '>', ctx.clock.now().getTime())
    .orderBy('lastUse', 'desc')
    .execute()

export const ownSessions: Handler<'security.ownSessions'> = async (ctx) => {
  const { sessionHash } = ctx.signed()
  const rows = (await sessionsOf(ctx)).map((row) => ({
    id: publicId(row.tokenHash),
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

export const endOwnSessions: Handler<'security.endOwnSessions'> = async (ctx, { id }) => {
  const { accountId, sessionHash } = ctx.signed()
  if (id === '') {
    const ended = await endSessions(ctx.db, [accountId], sessionHash)
    return new Reply({ ended }, ended === 0 ? '没有其他登录' : `已结束其他 ${ended} 处登录`)
  }
  const row = (await sessionsOf(ctx)).find(({ tokenHash }) => publicId(tokenHash) === id)
  if (!row) throw new AppError('not-found', '这处登录已经结束')
  if (row.tokenHash === sessionHash) throw new AppError('invalid', '这是您正在使用的登录，请使用“退出登录”')
  await closeSession(ctx.db, row.tokenHash)
  return new Reply({ ended: 1 }, '已结束这处登录')
}
