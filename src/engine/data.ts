import type { MenuField } from '#shared/contract/column.ts'
import type { SitemapRule } from '#shared/domain/sitemapRules.ts'

/** What templates may know of a site. */
export interface SiteFacts {
  id: number
  title: string
  symbol: string
  /** Host names; the first one is the site's own address. */
  domains: readonly string[]
  /** Third-party code: markup that an administrator wrote. */
  javascript: string
  icp: string
  policeIcp: string
  eduIcp: string
  copyright: string
  /** Mourning mode: the pages are shown in shades of gray. */
  grayscale: boolean
  /** Address of the script that counts visits; '' for none. */
  countScript: string
  seoTitle: string
  seoKeywords: string
  seoDescription: string
}

export interface FieldFacts {
  name: string
  type: MenuField['fieldType']
  /** Its values are ids of words (multi-level dictionary). */
  ofWords?: boolean
}

export interface ColumnFacts {
  id: number
  /** 0: none. */
  parentId: number
  title: string
  enTitle: string
  /** Unique mark. */
  identifies: string
  code: string
  /** COLUMN_TYPE. */
  menuType: number
  listUrls: readonly string[]
  listTemplates: readonly string[]
  detailUrls: readonly string[]
  detailTemplates: readonly string[]
  /** Of another website; '' for a column with pages of its own. */
  externalUrl: string
  targetBlank: boolean
  showFront: boolean
  showCrumbs: boolean
  showLoop: boolean
  seoTitle: string
  seoKeywords: string
  seoDescription: string
  fields: readonly FieldFacts[]
}

/** A published entry, without its long texts. */
export interface EntryFacts {
  id: number
  columnId: number
  title: string
  /** `yyyy-MM-dd HH:mm:ss`. */
  date: string
  sort: number
  /** packPromotions. */
  promotions: number
  hits: number
  /** Another one whenever anything that a page can show of the entry changed, its long texts too. */
  revision: string
  /** Short values by field name. */
  fields: Readonly<Record<string, string>>
}

export interface LabelFacts {
  id: number
  title: string
  category: string
}

/** A file of the template. `text` is null for what is no text, or too large to be a template. */
export interface TemplateFile {
  text: string | null
  revision: string
  size: number
}

/**
 * Where the engine gets a site from. Columns stand in their order, the first one on top. Everything is what it was when
 * the source was opened; only long texts and template files are read when a page needs them.
 */
export interface DataSource {
  readonly site: SiteFacts
  readonly columns: readonly ColumnFacts[]
  readonly entries: readonly EntryFacts[]
  readonly labels: readonly LabelFacts[]
  /** What is set for the sitemap, by column; 0 is the home page. */
  readonly sitemap?: ReadonlyMap<number, SitemapRule>
  /** Titles of dictionary words by id. */
  readonly words: ReadonlyMap<number, string>
  /** Paths of the template's files, `/` between names. */
  readonly files: ReadonlyMap<string, Pick<TemplateFile, 'revision' | 'size'>>
  /** `yyyy-MM-dd`: what `now` is on a page, so that a page changes at most once a day by itself. */
  readonly day: string
  /** Long texts of an entry by field name: clean HTML (html/sanitize). */
  bodies(entry: EntryFacts): Readonly<Record<string, string>>
  /** null: there is no such file. */
  template(path: string): TemplateFile | null
  /** Bytes that the heap of the thread still takes; absent: as many as are asked for. */
  room?(): number
}
