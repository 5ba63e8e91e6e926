import { countRows } from '#server/db/countRows.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { requireExport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { DeadLink } from '#shared/contract/deadLink.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { checkLinks, type CheckFacts, type DeadFacts } from './check.ts'

interface Row {
  id: number
  kind: string
  address: string
  facts: string
}
const present = ({ id, kind, address, facts }: Row): DeadLink => ({
  id,
  kind: kind as DeadLink['kind'],
  address,
  // Checks by former versions did not store the folder.
  folder: '',
  ...(JSON.parse(facts) as Omit<DeadFacts, 'folder'> & { folder?: string }),
})
const queryDeadLinks = ({ db }: CallContext, siteId: number) => db.selectFrom('dead_link').where('siteId', '=', siteId)
const NO_FACTS: CheckFacts = { pages: 0, links: 0, external: 0, leftOut: 0, durationMs: 0 }

const EXPORT_COLUMNS: readonly WriteColumn<DeadLink>[] = [
  { title: '失效的地址', width: 50, value: ({ address }) => address },
  { title: '原因', width: 30, value: ({ reason }) => reason },
  { title: '所在页面', width: 40, value: ({ places }) => places[0]?.page ?? '' },
  { title: '页面数', value: ({ pages }) => pages },
  {
    title: '来自',
    width: 40,
    value: ({ source, file, line, entryTitle }) =>
      source === 'template' ? `模板 ${file} 第 ${line} 行` : source === 'entry' ? `内容“${entryTitle}”` : '',
  },
]

const routes: Routes<'deadLink'> = {
  'deadLink.state': async (ctx, { siteId }) => {
    await requireActiveSites(ctx, [siteId])
    const { db } = ctx
    const check = await db.selectFrom('link_check').selectAll().where('siteId', '=', siteId).executeTakeFirst()
    const built = await db.selectFrom('static_site').select('buildTime').where('siteId', '=', siteId).executeTakeFirst()
    return {
      ...(check ? (JSON.parse(check.facts) as CheckFacts) : NO_FACTS),
      checkDate: check ? formatDateTime(check.checkTime) : '',
      buildDate: built && built.buildTime > 0 ? formatDateTime(built.buildTime) : '',
      dead: await countRows(queryDeadLinks(ctx, siteId)),
    }
  },
  'deadLink.page': async (ctx, { siteId, kind, key, ...paging }) => {
    await requireActiveSites(ctx, [siteId])
    const asked = queryDeadLinks(ctx, siteId)
      .selectAll()
      .$if(key !== '', (query) => query.where((eb) => contains([eb.ref('address')], key)))
      .$if(kind !== 'all', (query) => query.where('kind', '=', kind))
      .orderBy('id')
    const { rows, total } = await readPage(asked, paging)
    return pageOf(rows.map(present), total, paging.size)
  },
  'deadLink.check': async (ctx, { siteId, isExternal }) => {
    await requireActiveSites(ctx, [siteId])
    return queueJob(ctx, { kind: 'statics.links', title: '检查死链', siteId, input: { siteId, isExternal } })
  },
  'deadLink.outputData': async (ctx, { siteId }) => {
    requireExport(ctx, { siteId: 0, menuId: MENU.deadLink })
    const rows = inBatches((after) =>
      queryDeadLinks(ctx, siteId).selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute(),
    )
    const presented = (async function* () {
      for await (const row of rows) yield present(row)
    })()
    return exportSheet(ctx, {
      name: '死链',
      columns: EXPORT_COLUMNS,
      rows: presented,
      total: () => countRows(queryDeadLinks(ctx, siteId)),
    })
  },
}

/** Dead links of built sites. */
export const deadLink: Resource = { routes, jobs: { 'statics.links': checkLinks } }
