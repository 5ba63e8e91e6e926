import type { SitemapRule } from '#shared/domain/sitemapRules.ts'
import type { ColumnFacts, DataSource, EntryFacts, LabelFacts, SiteFacts, TemplateFile } from './data.ts'

/** A site's data in serializable form, without the template. */
export interface SiteData {
  site: SiteFacts
  columns: ColumnFacts[]
  labels: LabelFacts[]
  words: [number, string][]
  sitemap: [number, SitemapRule][]
  entries: EntryFacts[]
  /** Cleaned long texts of the newest entries, by entry id. */
  bodies: [number, Record<string, string>][]
  day: string
}

/** A folder of template files. */
export interface TemplateFolderFiles {
  files: ReadonlyMap<string, Pick<TemplateFile, 'revision' | 'size'>>
  template(path: string): TemplateFile | null
}

/** Creates a data source from serialized data and a folder of templates. */
export function createDataSource(data: SiteData, folder: TemplateFolderFiles): DataSource {
  const bodies = new Map(data.bodies)
  return {
    site: data.site,
    columns: data.columns,
    entries: data.entries,
    labels: data.labels,
    words: new Map(data.words),
    sitemap: new Map(data.sitemap),
    day: data.day,
    files: folder.files,
    template: (path) => folder.template(path),
    bodies: ({ id }) => bodies.get(id) ?? {},
  }
}
