import type { MenuField } from '#shared/contract/column.ts'
import type { SitemapRule } from '#shared/domain/sitemapRules.ts'

/** The data of a site that templates can read. */
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
  /** Mourning mode: pages are displayed in shades of gray. */
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
  /** Values are ids of entries of a multi-level dictionary. */
  isDictionary?: boolean
}

export interface ColumnFacts {
  id: number
  /** 0: none. */
  parentId: number
  title: string
  enTitle: string
  /** Unique identifier. */
  identifies: string
  code: string
  /** COLUMN_TYPE. */
  menuType: number
  listUrls: readonly string[]
  listTemplates: readonly string[]
  detailUrls: readonly string[]
  detailTemplates: readonly string[]
  /** Address on another website; '' for a column with its own pages. */
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
  /** Bits as in packPromotions. */
  promotions: number
  hits: number
  /** Changes whenever the entry changes, including its long texts. */
  revision: string
  /** Short values by field name. */
  fields: Readonly<Record<string, string>>
}

export interface LabelFacts {
  id: number
  title: string
  category: string
}

/** A file of the template. `text` is null for binary files and files too large for a template. */
export interface TemplateFile {
  text: string | null
  revision: string
  size: number
}

/**
 * The source of a site's data for the engine. Columns are in display order. The data is a snapshot; only long texts and
 * template files are read on demand.
 */
export interface DataSource {
  readonly site: SiteFacts
  readonly columns: readonly ColumnFacts[]
  readonly entries: readonly EntryFacts[]
  readonly labels: readonly LabelFacts[]
  /** Sitemap settings by column; 0 is the home page. */
  readonly sitemap?: ReadonlyMap<number, SitemapRule>
  /** Titles of dictionary words by id. */
  readonly words: ReadonlyMap<number, string>
  /** Paths of the template's files, `/` between names. */
  readonly files: ReadonlyMap<string, Pick<TemplateFile, 'revision' | 'size'>>
  /** `yyyy-MM-dd`: the value of `now` on pages, so that a page without other changes is rebuilt at most once a day. */
  readonly day: string
  /** Long texts of an entry by field name: clean HTML (html/sanitize). */
  bodies(entry: EntryFacts): Readonly<Record<string, string>>
  /** null: unknown file. */
  template(path: string): TemplateFile | null
  /** Free heap of the thread, bytes; absent: unlimited. */
  freeHeapBytes?(): number
}
