import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { fillPattern, numberedPath, pagePath } from './addresses.ts'
import type { ColumnFacts, EntryFacts } from './data.ts'
import type { SiteIndex } from './siteIndex.ts'

/** A page of the site. A list has further ones, which are known when its first one is drawn (`numbered`). */
export interface PlannedPage {
  /** File from the site's root down. */
  path: string
  kind: 'home' | 'notFound' | 'column' | 'entry'
  /** 0: none. */
  columnId: number
  /** 0: none. */
  entryId: number
  /** Which of a list's pages. */
  number: number
  /** File of the template's folder. */
  template: string
}

/** What is wrong with a page. `line` counts from 1; 0 and '': it is not about a file. */
export interface PageProblem {
  page: string
  file: string
  line: number
  message: string
}

export interface SitePlan {
  pages: PlannedPage[]
  problems: PageProblem[]
}

export const HOME_TEMPLATE = 'index.html'
export const NOT_FOUND_PAGE = '404.html'

const problem = (page: string, message: string): PageProblem => ({ page, file: '', line: 0, message })

/** The page of a list with this number. */
export const numbered = (first: PlannedPage, number: number): PlannedPage => ({
  ...first,
  number,
  path: numberedPath(first.path, number),
})

/** Every page that the site has by its columns and published entries, with the first page of each list. */
export function planSite(index: SiteIndex): SitePlan {
  const plan = new Plan()
  const { columns, files } = index.source
  plan.add(
    { path: 'index.html', kind: 'home', columnId: 0, entryId: 0, number: 1, template: HOME_TEMPLATE },
    '网站首页',
  )
  if (files.has(NOT_FOUND_PAGE))
    plan.add(
      { path: NOT_FOUND_PAGE, kind: 'notFound', columnId: 0, entryId: 0, number: 1, template: NOT_FOUND_PAGE },
      '404 页',
    )
  for (const column of columns) if (column.externalUrl === '') planColumn(index, column, plan)
  return plan
}

function planColumn(index: SiteIndex, column: ColumnFacts, plan: Plan): void {
  const article = index.articleOf(column)
  for (const [at, address] of column.listUrls.entries()) {
    const name = `栏目“${column.title}”`
    const path = plan.path(address, `${name}的列表页地址`)
    const template = plan.template(column.listTemplates, at, `${name}没有选择列表页模板`, address)
    if (path === null || template === null) continue
    plan.add({ path, kind: 'column', columnId: column.id, entryId: article?.id ?? 0, number: 1, template }, name)
  }
  // A single article is its column's page.
  if (column.menuType === COLUMN_TYPE.article) return
  const entries = index.list({
    columns: [column.id],
    order: 'id_asc',
    flags: 0,
    top: 0,
    label: 0,
    where: [],
    without: 0,
  })
  if (entries.length === 0) return
  for (const [at, pattern] of column.detailUrls.entries()) {
    const name = `栏目“${column.title}”`
    const template = plan.template(column.detailTemplates, at, `${name}没有选择详情页模板`, pattern)
    if (template === null) continue
    for (const entry of entries) {
      const path = plan.path(fillPattern(pattern, column, entry), `${name}的详情页地址`)
      if (path === null) break
      plan.add({ path, kind: 'entry', columnId: column.id, entryId: entry.id, number: 1, template }, entry)
    }
  }
}

/** Made when two pages have one address: a text for each page of a large site takes as much room as the page's plan. */
const nameOf = (whose: string | EntryFacts): string =>
  typeof whose === 'string' ? whose : `内容“${whose.title}”（编号 ${whose.id}）`

class Plan implements SitePlan {
  readonly pages: PlannedPage[] = []
  readonly problems: PageProblem[] = []
  readonly #owners = new Map<string, string | EntryFacts>()

  path(address: string, whose: string): string | null {
    const path = pagePath(address)
    if (path === null)
      this.problems.push(
        problem(address, `${whose}“${address}”不能作为网页地址，请改成以 / 开头、以 .html 或 / 结尾的站内地址`),
      )
    return path
  }

  /** The template of the address in this place; the first one is also that of addresses without their own. */
  template(templates: readonly string[], at: number, missing: string, page: string): string | null {
    const given = templates[at] ?? templates[0] ?? ''
    const template = given.trim().replace(/^\/+/, '')
    if (template === '') this.problems.push(problem(page, `${missing}，请在栏目设置中选择`))
    return template === '' ? null : template
  }

  /** Two pages at one address: the first one stays. Some disks don't tell upper from lower case. */
  add(page: PlannedPage, whose: string | EntryFacts): void {
    const key = page.path.toLowerCase()
    const owner = this.#owners.get(key)
    if (owner === undefined) {
      this.#owners.set(key, whose)
      this.pages.push(page)
    } else
      this.problems.push(
        problem(
          page.path,
          `${nameOf(whose)}和${nameOf(owner)}的地址相同，只生成了后者；请修改其中一个的地址，例如加上 {id}`,
        ),
      )
  }
}
