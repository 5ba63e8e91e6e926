import type { ColumnFacts, DataSource, EntryFacts, SiteFacts } from '#engine/index.ts'
import { hashOf } from '#engine/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'

export const aSiteFacts = (change: Partial<SiteFacts> = {}): SiteFacts => ({
  id: 1,
  title: '集团官网',
  symbol: 'group',
  domains: ['www.group.example'],
  countScript: '',
  javascript: '',
  icp: '',
  policeIcp: '',
  eduIcp: '',
  copyright: '',
  grayscale: false,
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
  ...change,
})

/** A list of articles at `/<code>/`, unless the change says otherwise. */
export const aColumnFacts = (
  id: number,
  title: string,
  code: string,
  change: Partial<ColumnFacts> = {},
): ColumnFacts => ({
  id,
  parentId: 0,
  title,
  enTitle: '',
  identifies: '',
  code,
  menuType: 1,
  listUrls: [`/${code}/index.html`],
  listTemplates: ['list.html'],
  detailUrls: [`/${code}/{id}.html`],
  detailTemplates: ['detail.html'],
  externalUrl: '',
  targetBlank: false,
  showFront: true,
  showCrumbs: true,
  showLoop: true,
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
  fields: [
    { name: 'title', type: 'SingleLine' },
    { name: 'source', type: 'SingleLine' },
    { name: 'content', type: 'Editor' },
    { name: 'labels', type: 'RelationLabel' },
    { name: 'related', type: 'RelationContent' },
  ],
  ...change,
})

/** An entry with its rich text, which its revision follows. */
export type EngineEntry = EntryFacts & { body: string }
export const anEntry = (
  id: number,
  columnId: number,
  title: string,
  change: Partial<EngineEntry> = {},
): EngineEntry => {
  const entry = {
    id,
    columnId,
    title,
    date: `2026-03-${String((id % 28) + 1).padStart(2, '0')} 09:00:00`,
    sort: 0,
    promotions: 0,
    hits: 0,
    revision: '',
    body: `<p>${title}的正文</p>`,
    ...change,
    fields: { title, ...change.fields },
  }
  return { ...entry, revision: hashOf(JSON.stringify(entry)) }
}

export interface EngineSite {
  site?: SiteFacts
  columns?: readonly ColumnFacts[]
  entries?: readonly EngineEntry[]
  labels?: DataSource['labels']
  files: Readonly<Record<string, string>>
  day?: string
}

/** A source in memory. */
export function engineSource({
  site = aSiteFacts(),
  columns = [],
  entries = [],
  labels = [],
  files,
  day,
}: EngineSite): DataSource {
  const facts = (text: string) => ({ revision: hashOf(text), size: text.length })
  return {
    site,
    columns,
    entries,
    labels,
    words: new Map(),
    day: day ?? '2026-11-23',
    files: new Map(Object.entries(files).map(([path, text]) => [path, facts(text)])),
    bodies: ({ id }) => ({ content: sanitizeHtml(entries.find((entry) => entry.id === id)?.body ?? '') }),
    template: (path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined
      return text === undefined ? null : { text, ...facts(text) }
    },
  }
}
