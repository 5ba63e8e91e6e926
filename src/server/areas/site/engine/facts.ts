import type { Kysely } from 'kysely'
import type { ColumnFacts, EntryFacts, LabelFacts, SiteFacts } from '#engine/index.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import type { SitemapRule } from '#shared/domain/sitemapRules.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type Db = Kysely<Database>

/** Entries per query and per message to the thread. */
const BATCH_SIZE = 500

export const toSiteFacts = (row: RowOf<'site'>, countScript = ''): SiteFacts => ({
  id: row.id,
  title: row.title,
  symbol: row.symbol,
  domains: row.domain.split(',').flatMap((host) => host.trim() || []),
  javascript: row.javascript,
  icp: row.icp,
  policeIcp: row.policeIcp,
  eduIcp: row.eduIcp,
  copyright: row.copyright,
  grayscale: row.grayscale === 1,
  countScript,
  seoTitle: row.seoTitle,
  seoKeywords: row.seoKeywords,
  seoDescription: row.seoDescription,
})

/** Reads the site's columns in tree order. */
export async function readColumnFacts(db: Db, siteId: number): Promise<ColumnFacts[]> {
  const rows = await db
    .selectFrom('site_column')
    .selectAll()
    .where('siteId', '=', siteId)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toColumnFacts)
}

function toColumnFacts(row: RowOf<'site_column'>): ColumnFacts {
  const list = (json: string): string[] => JSON.parse(json) as string[]
  const fields = JSON.parse(row.fields) as MenuField[]
  return {
    id: row.id,
    parentId: row.parentId,
    title: row.title,
    enTitle: row.enTitle,
    identifies: row.identifies,
    code: row.code,
    menuType: row.menuType,
    listUrls: list(row.frontListUrl),
    listTemplates: list(row.frontListTemplate),
    detailUrls: list(row.frontDetailUrl),
    detailTemplates: list(row.frontDetailTemplate),
    externalUrl: /^https?:\/\//i.test(row.frontUrl) ? row.frontUrl : '',
    targetBlank: row.targetBlank === 1,
    showFront: row.showFront === 1,
    showCrumbs: row.showCrumbs === 1,
    showLoop: row.showLoop === 1,
    seoTitle: row.seoTitle,
    seoKeywords: row.seoKeywords,
    seoDescription: row.seoDescription,
    fields: fields.map((field) => ({
      name: field.fieldName,
      type: field.fieldType,
      ...(dictionaryOf(field)?.type === MULTI_LEVEL && { ofWords: true }),
    })),
  }
}

export async function readLabelFacts(db: Db, siteId: number): Promise<LabelFacts[]> {
  return db
    .selectFrom('label')
    .leftJoin('label_category', 'label_category.id', 'label.classId')
    .select((eb) => ['label.id', 'label.title', eb.fn.coalesce('label_category.title', eb.val('')).as('category')])
    .where('label.siteId', '=', siteId)
    .orderBy('label.id')
    .execute()
}

/** Reads the titles of all words of multi-level dictionaries. */
export async function readWordTitles(db: Db): Promise<[number, string][]> {
  const rows = await db.selectFrom('classify').select(['id', 'title']).orderBy('id').execute()
  return rows.map(({ id, title }) => [id, title])
}

/** Reads the sitemap rules by column. */
export async function readSitemapRules(db: Db, siteId: number): Promise<[number, SitemapRule][]> {
  const rows = await db
    .selectFrom('sitemap_rule')
    .selectAll()
    .where('siteId', '=', siteId)
    .orderBy('columnId')
    .execute()
  return rows.map(({ columnId, included, frequency, priority }) => [columnId, { included, frequency, priority }])
}

/** An entry for a thread: its fields stay serialized, which is cheaper to send. */
export type SerializedEntry = Omit<EntryFacts, 'fields'> & { fields: string }

/** Columns that make up an entry. */
const ENTRY_COLUMNS = [
  'id',
  'classId',
  'title',
  'sort',
  'promotions',
  'hits',
  'version',
  'updateTime',
  'publishTime',
  'createTime',
  'fields',
] as const satisfies readonly (keyof Database['content'])[]

/** Reads the published entries of a site in batches. */
export async function* readEntryBatches(db: Db, siteId: number): AsyncGenerator<SerializedEntry[]> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('content')
      .select(ENTRY_COLUMNS)
      .where('siteId', '=', siteId)
      .where('isStatus', '=', 1)
      .where('isRecycled', '=', 0)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length > 0) yield rows.map(toSerializedEntry)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.id
  }
}

export function toSerializedEntry(row: Pick<RowOf<'content'>, (typeof ENTRY_COLUMNS)[number]>): SerializedEntry {
  const { id, classId, title, sort, promotions, hits, version, updateTime, publishTime, createTime, fields } = row
  return {
    id,
    columnId: classId,
    title,
    date: toEntryDate(fields, publishTime || createTime),
    sort,
    promotions,
    hits,
    revision: [version, updateTime, publishTime, sort, promotions, hits, classId].join('.'),
    fields,
  }
}

/** Reads the displayed dates of entries by id. */
export async function readEntryDates(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('content')
    .select(ENTRY_COLUMNS)
    .where('id', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map((row) => [row.id, toSerializedEntry(row).date]))
}

/** The displayed date of an entry: its field of that name, else the publication time. */
function toEntryDate(fields: string, publishTime: number): string {
  const given = /"publish(?:Time|Date)":"(\d{4}-\d{2}-\d{2})( \d{2}:\d{2}:\d{2})?"/.exec(fields)
  return given ? `${given[1]}${given[2] ?? ' 00:00:00'}` : formatDateTime(publishTime)
}

export const parseEntry = ({ fields, ...entry }: SerializedEntry): EntryFacts => ({
  ...entry,
  fields: JSON.parse(fields) as Record<string, string>,
})

/** Reads the stored rich texts of entries: JSON by id. */
export async function readBodies(db: Db, ids: readonly number[]): Promise<[number, string][]> {
  const rows = await db
    .selectFrom('content_body')
    .select(['contentId', 'bodies'])
    .where('contentId', 'in', [...ids, 0])
    .execute()
  return rows.map(({ contentId, bodies }) => [contentId, bodies])
}
