import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { fillPattern, numberedPath, parsePagePath } from './addresses.ts'
import type { ColumnFacts, EntryFacts } from './data.ts'
import type { SiteIndex } from './siteIndex.ts'

/** A page of the site. The further pages of a list are known when its first page is rendered (`withPageNumber`). */
export interface PlannedPage {
  /** Path of the file, relative to the site's root. */
  path: string
  kind: 'home' | 'notFound' | 'column' | 'entry'
  /** 0: none. */
  columnId: number
  /** 0: none. */
  entryId: number
  /** Page number of a list. */
  number: number
  /** File in the template's folder. */
  template: string
}

/** A problem of a page. `line` counts from 1; 0 and '': no file. */
export interface PageProblem {
  page: string
  file: string
  line: number
  message: string
}

export interface SitePlan {
  pages: PlannedPage[]
  problems: PageProblem[]
  /** Adds a further page of a list; false: another page has its address, which is reported as a problem. */
  addFurther(page: PlannedPage): boolean
}

const HOME_TEMPLATE = 'index.html'
export const NOT_FOUND_PAGE = '404.html'
/** Files of every site; uploads are below the last two. */
const RESERVED_FILES: readonly (readonly [path: string, name: string])[] = [
  ['sitemap.xml', '网站地图'],
  ['robots.txt', '搜索引擎规则'],
  [NOT_FOUND_PAGE, '404 页'],
  ['files', '上传文件'],
  ['thumbs', '上传文件'],
]
/** Templates and hidden files, which are not copied to the site. */
const NOT_AN_ASSET = /(?:^|\/)\.|\.(?:html?|liquid)$/i

/** Whether a file of a template is copied to the site unchanged. */
export const isAsset = (path: string): boolean => !NOT_AN_ASSET.test(path)

const problem = (page: string, message: string): PageProblem => ({ page, file: '', line: 0, message })

/** The page of a list with this number. */
export const withPageNumber = (first: PlannedPage, number: number): PlannedPage => ({
  ...first,
  number,
  path: numberedPath(first.path, number),
})

/** Plans all pages of a site from its columns and published entries, with the first page of each list. */
export function planSite(index: SiteIndex): SitePlan {
  const { columns, files } = index.source
  const plan = new Plan(index, files.keys())
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
    const template = plan.template(column.listTemplates, at, `${name}未选择列表页模板`, address)
    if (path === null || template === null) continue
    plan.add({ path, kind: 'column', columnId: column.id, entryId: article?.id ?? 0, number: 1, template }, name)
  }
  // A single article has no page besides its column's.
  if (column.menuType === COLUMN_TYPE.article) return
  const entries = index.list({
    columns: [column.id],
    order: 'id_asc',
    flags: 0,
    top: 0,
    label: 0,
    where: [],
    excludedId: 0,
  })
  if (entries.length === 0) return
  for (const [at, pattern] of column.detailUrls.entries()) {
    const name = `栏目“${column.title}”`
    const template = plan.template(column.detailTemplates, at, `${name}未选择详情页模板`, pattern)
    if (template === null) continue
    for (const entry of entries) {
      const path = plan.path(fillPattern(pattern, column, entry), `${name}的详情页地址`)
      if (path === null) break
      plan.add({ path, kind: 'entry', columnId: column.id, entryId: entry.id, number: 1, template }, entry)
    }
  }
}

/**
 * Names the owner of an address. Created only for clashes, because texts for all pages would take as much memory as the
 * plan.
 */
const nameOf = (whose: string | EntryFacts): string =>
  typeof whose === 'string' ? whose : `内容“${whose.title}”（编号 ${whose.id}）`

class Plan implements SitePlan {
  readonly pages: PlannedPage[] = []
  readonly problems: PageProblem[] = []
  readonly #index: SiteIndex
  readonly #places = new OutputPaths<string | EntryFacts>()

  constructor(index: SiteIndex, files: Iterable<string>) {
    this.#index = index
    for (const [path, name] of RESERVED_FILES) this.#places.reserve(path, name)
    for (const path of files) if (isAsset(path)) this.#places.reserve(path, `模板文件“${path}”`)
  }

  path(address: string, whose: string): string | null {
    const path = parsePagePath(address)
    if (path === null)
      this.problems.push(
        problem(
          address,
          `${whose}“${address}”不能作为网页地址，请改成以 / 开头、以 .html 或 / 结尾的站内地址，且不要过长，不要使用 con、nul 等系统保留的名称`,
        ),
      )
    return path
  }

  /** The template of the address at this index; addresses without their own use the first one. */
  template(templates: readonly string[], at: number, missing: string, page: string): string | null {
    const given = templates[at] ?? templates[0] ?? ''
    const template = given.trim().replace(/^\/+/, '')
    if (template === '') this.problems.push(problem(page, `${missing}，请在栏目设置中选择`))
    return template === '' ? null : template
  }

  /** Adds a page; of two pages with one address the first one stays. */
  add(page: PlannedPage, whose: string | EntryFacts): void {
    if (this.#take(page, whose)) this.pages.push(page)
  }

  addFurther(page: PlannedPage): boolean {
    return this.#take(page, `栏目“${this.#index.column(page.columnId)?.title}”的第 ${page.number} 页`)
  }

  #take(page: PlannedPage, whose: string | EntryFacts): boolean {
    // A template such as rss.xml, with the same extension as the page, generates that file itself.
    const replaces = endingOf(page.template) === endingOf(page.path)
    const clash = this.#places.add(page.path, whose, replaces)
    if (clash) this.problems.push(problem(page.path, formatClash(nameOf(whose), clash, page.path)))
    return clash === null
  }
}

const endingOf = (path: string): string => /\.\w+$/.exec(path)?.[0].toLowerCase() ?? ''

function formatClash(whose: string, { owner, kind }: Clash<string | EntryFacts>, path: string): string {
  const other = nameOf(owner)
  if (kind === 'same') return `${whose}和${other}的地址相同，只生成后者；请修改其中一个的地址，例如加上 {id}`
  if (kind === 'reserved') return `${whose}的地址“/${path}”已被${other}使用，未生成；请改用其他地址`
  return `${whose}的地址“/${path}”和${other}的地址冲突：同一名称不能既是文件又是文件夹，未生成；请改用其他地址`
}

/** A conflict of a page's path with another file: the same name, or a folder with the name of a file or vice versa. */
interface Clash<Owner> {
  owner: Owner
  kind: 'same' | 'folder' | 'reserved'
}

/**
 * The files of a planned site: names are unique, and no file is also a folder. Case is ignored, because some disks
 * ignore it.
 */
class OutputPaths<Owner> {
  readonly #files = new Map<string, Owner>()
  readonly #folders = new Map<string, Owner>()
  readonly #reserved = new Map<string, Owner>()

  /**
   * Reserves a file that exists independently of pages. A page may replace it (`replaces` of add), but not use its name
   * as a folder.
   */
  reserve(path: string, owner: Owner): void {
    const key = path.toLowerCase()
    this.#reserved.set(key, owner)
    this.#takeFolders(key, owner)
  }

  /** Adds a file; returns the clash if the path is in use. */
  add(path: string, owner: Owner, replaces: boolean): Clash<Owner> | null {
    const key = path.toLowerCase()
    const clash = this.#clashOf(key, replaces)
    if (clash) return clash
    this.#files.set(key, owner)
    this.#takeFolders(key, owner)
    return null
  }

  #clashOf(key: string, replaces: boolean): Clash<Owner> | null {
    const same = this.#files.get(key)
    if (same !== undefined) return { owner: same, kind: 'same' }
    const inside = this.#folders.get(key)
    if (inside !== undefined) return { owner: inside, kind: 'folder' }
    const reserved = this.#reserved.get(key)
    if (reserved !== undefined && !replaces) return { owner: reserved, kind: 'reserved' }
    for (const folder of foldersOf(key)) {
      // A known folder and its parents are no files.
      if (this.#folders.has(folder)) break
      const file = this.#files.get(folder) ?? this.#reserved.get(folder)
      if (file !== undefined) return { owner: file, kind: 'folder' }
    }
    return null
  }

  #takeFolders(key: string, owner: Owner): void {
    for (const folder of foldersOf(key)) {
      if (this.#folders.has(folder)) break
      this.#folders.set(folder, owner)
    }
  }
}

/** `a/b/c.html` → `a/b`, `a`. */
function* foldersOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at)
}
