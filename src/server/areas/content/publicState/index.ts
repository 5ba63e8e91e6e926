import { type AskedEntry, readPublicStates } from '#server/areas/site/publicState/index.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { requireContentColumn, type ContentColumn } from '../store/rules.ts'

/** Ids of one query. */
const PART = 500

const routes: Routes<'publicState'> = {
  'publicState.list': async (ctx, { classId, ids }) => {
    const column = await requireContentColumn(ctx, classId)
    const entries: AskedEntry[] = []
    for (const part of splitIntoBatches([...new Set(ids)], PART)) {
      const rows = await ctx.db
        .selectFrom('content')
        .select(['id', 'isStatus', 'isRecycled'])
        .where('id', 'in', part)
        .where('classId', '=', column.id)
        .execute()
      entries.push(...rows.map(({ id, ...row }) => ({ id, isPublic: row.isStatus === 1 && row.isRecycled === 0 })))
    }
    if (entries.length === 0) return []
    return readPublicStates(ctx, { id: column.id, siteId: column.siteId, noPageReason: whyNoPage(column) }, entries)
  },
}

/** Why entries of the column have no page of their own; '' when they have. */
function whyNoPage({ title, isArticle, row }: ContentColumn): string {
  if (/^https?:\/\//i.test(row.frontUrl)) return `栏目“${title}”链接到其他网址，内容没有网页`
  const [urls, templates] = isArticle
    ? [row.frontListUrl, row.frontListTemplate]
    : [row.frontDetailUrl, row.frontDetailTemplate]
  const isEmpty = (json: string): boolean => (JSON.parse(json) as string[]).every((each) => each.trim() === '')
  const name = isArticle ? '列表页' : '详情页'
  if (isEmpty(urls)) return `栏目“${title}”没有设置${name}地址，内容没有网页`
  return isEmpty(templates) ? `栏目“${title}”没有选择${name}模板，请在栏目设置中选择` : ''
}

/** What visitors of the website find of entries. */
export const publicState: Resource = { routes }
