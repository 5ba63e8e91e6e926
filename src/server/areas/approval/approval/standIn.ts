import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { firstMoment, lastMoment } from '#server/http/dateFilter.ts'
import { fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { dateOf } from './list.ts'

const ownStandIn = ({ db, signed }: CallContext) =>
  db
    .selectFrom('stand_in')
    .innerJoin('account', 'account.id', 'stand_in.standInId')
    .select(['stand_in.standInId', 'stand_in.fromTime', 'stand_in.toTime', 'account.trueName', 'account.username'])
    .where('stand_in.accountId', '=', signed().accountId)

export const readStandIn: Handler<'approval.standIn'> = async (ctx) => {
  const row = await ownStandIn(ctx).executeTakeFirst()
  if (!row || (row.toTime !== 0 && row.toTime < ctx.clock.now().getTime())) return null
  return {
    standInId: row.standInId,
    standInName: row.trueName || row.username,
    fromDate: formatDateTime(row.fromTime),
    toDate: dateOf(row.toTime),
  }
}

/** AppErrors at the field that is wrong: nobody stands in for himself, nor one who can't sign in. */
export const saveStandIn: Handler<'approval.saveStandIn'> = async (ctx, { standInId, fromDate, toDate }) => {
  const { accountId } = ctx.signed()
  await ctx.db.deleteFrom('stand_in').where('accountId', '=', accountId).execute()
  if (standInId === 0) return null
  if (standInId === accountId) throw fieldError('invalid', 'standInId', '代理人不能是自己，请选择别的人')
  const person = await ctx.db.selectFrom('account').select('isStatus').where('id', '=', standInId).executeTakeFirst()
  if (person?.isStatus !== 1) throw fieldError('not-found', 'standInId', '代理人不存在或已停用，请重新选择')
  const fromTime = firstMoment(fromDate) ?? ctx.clock.now().getTime()
  const toTime = lastMoment(toDate) ?? 0
  if (toTime !== 0 && toTime <= fromTime) throw fieldError('invalid', 'toDate', '结束时间必须晚于开始时间')
  await ctx.db.insertInto('stand_in').values({ accountId, standInId, fromTime, toTime }).execute()
  return null
}
