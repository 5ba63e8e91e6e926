import { lstatSync } from 'node:fs'
import path from 'node:path'
import { currentSlot, readRecord, siteFolder, slotFolder, type SlotRecord } from '#server/areas/site/statics/index.ts'
import { readActiveRules } from '#server/areas/site/redirect/index.ts'
import { RedirectTable } from '#shared/domain/redirects.ts'
import { type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'

const BUILD = '请在“静态生成”中重新生成该站点'

/** Built sites: the pages for visitors compared with the published entries. */
export const SITES: Invariant[] = [
  {
    code: 'statics.files',
    problem: '已生成的页面文件不在磁盘上',
    meaning: '访客会看到“页面不存在”',
    remedy: BUILD,
    level: 'fault',
    async find(ctx) {
      const missing: string[] = []
      for (const { siteId, folder, record } of await readBuiltSites(ctx))
        for (const name of record.files.keys())
          if (!lstatSync(path.join(folder, name), { throwIfNoEntry: false })) missing.push(`站点 ${siteId} 的 ${name}`)
      return missing.slice(0, MAX_ITEMS)
    },
  },
  {
    code: 'statics.record',
    problem: '站点生成过页面，但磁盘上没有可用的页面',
    meaning: '访客无法打开该站点',
    remedy: BUILD,
    level: 'fault',
    async find({ db, dataDir }) {
      const rows = await db.selectFrom('static_site').select('siteId').where('buildTime', '>', 0).execute()
      const living = await readActiveSiteIds({ db })
      return rows
        .filter(({ siteId }) => living.has(siteId))
        .filter(
          ({ siteId }) => readRecord(siteFolder(dataDir, siteId), currentSlot(siteFolder(dataDir, siteId))) === null,
        )
        .map(({ siteId }) => `站点 ${siteId}`)
    },
  },
  {
    code: 'statics.public',
    problem: '网站上有未发布内容的页面',
    meaning: '访客仍能看到已取消发布或删除的内容',
    remedy: BUILD,
    level: 'fault',
    find: (ctx) =>
      comparePages(ctx, ({ withPage, published, stale }) =>
        [...withPage].filter((id) => !published.has(id) && !stale.has(id)),
      ),
  },
  {
    code: 'statics.redirects',
    problem: '301 跳转的旧地址上有页面',
    meaning: '跳转优先，访客看不到这些页面',
    remedy: '不需要跳转时，请在“301跳转”中停用或删除该规则',
    level: 'note',
    async find(ctx) {
      const hidden: string[] = []
      for (const { siteId, record } of await readBuiltSites(ctx)) {
        const table = new RedirectTable(await readActiveRules(ctx.db, siteId))
        for (const path of record.pages.keys()) {
          const found = table.find(`/${path}`)
          if (found) hidden.push(`站点 ${siteId} 的页面 /${path}（跳转 ${found.rule.source}）`)
          if (hidden.length >= MAX_ITEMS) return hidden
        }
      }
      return hidden
    },
  },
]

interface Pages {
  /** Entries that have a page. */
  withPage: Set<number>
  published: Set<number>
  /** Entries that the next build updates. */
  stale: Set<number>
}

async function comparePages(ctx: CheckContext, wrong: (pages: Pages) => number[]): Promise<string[]> {
  const found: string[] = []
  for (const { siteId, record } of await readBuiltSites(ctx)) {
    const published = await ctx.db
      .selectFrom('content')
      .select('id')
      .where('siteId', '=', siteId)
      .where('isStatus', '=', 1)
      .where('isRecycled', '=', 0)
      .execute()
    const stale = await ctx.db.selectFrom('stale_page').select('contentId').where('siteId', '=', siteId).execute()
    const shown = new Set([...record.pages.values()].flatMap(({ page }) => (page.entryId > 0 ? page.entryId : [])))
    const ids = wrong({
      withPage: shown,
      published: new Set(published.map(({ id }) => id)),
      stale: new Set(stale.map(({ contentId }) => contentId)),
    })
    found.push(...ids.map((id) => `站点 ${siteId} 的内容 ${id}`))
  }
  return found.slice(0, MAX_ITEMS)
}

const readActiveSiteIds = async ({ db }: Pick<CheckContext, 'db'>): Promise<Set<number>> =>
  new Set((await db.selectFrom('site').select('id').where('deleteTime', 'is', null).execute()).map(({ id }) => id))

async function readBuiltSites({
  db,
  dataDir,
}: CheckContext): Promise<{ siteId: number; folder: string; record: SlotRecord }[]> {
  const rows = await db.selectFrom('static_site').select('siteId').where('buildTime', '>', 0).execute()
  const living = await readActiveSiteIds({ db })
  return rows.flatMap(({ siteId }) => {
    const folder = siteFolder(dataDir, siteId)
    const slot = currentSlot(folder)
    const record = living.has(siteId) ? readRecord(folder, slot) : null
    return slot && record ? [{ siteId, folder: slotFolder(folder, slot), record }] : []
  })
}
