import type { Database } from '#server/db/schema.ts'
import type { Updateable } from 'kysely'
import type { CallContext } from '#server/http/context.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { SITE_PAGES, staticReport } from '#shared/contract/statics.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import {
  queuePlannedBuilds,
  buildStatics,
  cleanStatics,
  isSiteBuilt,
  nextBuildTime,
  parsePlan,
  startAutoBuilds,
  startPlannedBuilds,
} from './index.ts'

/** Saves settings of a site's static pages; creates the row if it is missing. */
const saveStaticSettings = ({ db }: CallContext, siteId: number, values: Updateable<Database['static_site']>) =>
  db
    .insertInto('static_site')
    .values({ siteId, ...values })
    .onConflict((conflict) => conflict.column('siteId').doUpdateSet(values))
    .execute()

const routes: Routes<'statics'> = {
  'statics.cleanAllHTML': async (ctx, { id: siteId }) => {
    await requireActiveSites(ctx, [siteId])
    return queueJob(ctx, { kind: 'statics.clean', title: '清除静态页面', siteId, input: { siteId } })
  },

  'statics.buildHTML': async (ctx, { siteId, menuIds: given }) => {
    await requireActiveSites(ctx, [siteId])
    const menuIds = [...new Set(given)]
    const rows = await ctx.db.selectFrom('site_column').select('id').where('siteId', '=', siteId).execute()
    const ownIds = new Set(rows.map((row) => row.id))
    const foreign = menuIds.filter((id) => !ownIds.has(id))
    if (foreign.length > 0) {
      throw new AppError('not-found', `该站点没有栏目（编号 ${foreign.join('、')}），请刷新后重新选择`)
    }
    // Selecting all columns builds the whole site, which also removes pages without a column.
    const input = { siteId, menuIds: menuIds.length === ownIds.size ? null : menuIds }
    return queueJob(ctx, { kind: 'statics.build', title: '生成静态页面', siteId, input })
  },

  'statics.state': async (ctx, { id: siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const row = await ctx.db.selectFrom('static_site').selectAll().where('siteId', '=', siteId).executeTakeFirst()
    const { waiting } = await ctx.db
      .selectFrom('stale_page')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('siteId', '=', siteId)
      .executeTakeFirstOrThrow()
    const isBuilt = (row?.buildTime ?? 0) > 0
    return {
      siteId,
      isAuto: row?.isAuto === 1,
      plan: parsePlan(row?.schedule),
      nextDate: row && row.nextTime > 0 ? formatDateTime(row.nextTime) : '',
      buildDate: row && isBuilt ? formatDateTime(row.buildTime) : '',
      waiting: isBuilt ? waiting : 0,
      report: row && isBuilt ? (staticReport.safeParse(JSON.parse(row.report)).data ?? null) : null,
    }
  },

  'statics.setAuto': async (ctx, { id: siteId, isAuto }) => {
    await requireActiveSites(ctx, [siteId])
    await saveStaticSettings(ctx, siteId, { isAuto: isAuto ? 1 : 0 })
    return null
  },

  'statics.saveSchedule': async (ctx, { id: siteId, isOn, ...plan }) => {
    await requireActiveSites(ctx, [siteId])
    const nextTime = isOn ? nextBuildTime(plan, ctx.clock.now()) : 0
    await saveStaticSettings(ctx, siteId, { schedule: JSON.stringify(plan), nextTime })
    return null
  },

  'statics.address': async (ctx, { id: siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const site = await ctx.db
      .selectFrom('site')
      .select(['symbol', 'domain', 'isStatus'])
      .where('id', '=', siteId)
      .executeTakeFirstOrThrow()
    const [host = ''] = site.domain.split(',').map((each) => each.trim())
    return {
      url: `${ctx.baseUrl}${SITE_PAGES}/${encodeURIComponent(site.symbol)}/`,
      domainUrl: host === '' ? '' : `https://${host}/`,
      isBuilt: await isSiteBuilt(ctx.deps, siteId),
      isStatus: site.isStatus === 1,
    }
  },
}

/** Calls 67 and 68 queue builds; the other calls read and change their settings. */
export const statics: Resource = {
  routes,
  jobs: { 'statics.build': buildStatics, 'statics.clean': cleanStatics, 'statics.schedule': queuePlannedBuilds },
  plugin: (app, deps) => {
    startAutoBuilds(app, deps)
    startPlannedBuilds(app, deps)
  },
}
