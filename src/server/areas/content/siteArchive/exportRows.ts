import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { parsePlan } from '#server/areas/site/statics/index.ts'
import { findSite } from '#server/areas/site/site/index.ts'
import type { ZipWriter } from '#server/storage/zip/writer.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { readValues } from '../store/entries.ts'
import type { Head } from './format.ts'
import { HISTORY_KINDS, KIND_NAMES, type KindName, kindOf, MEMBER_KINDS } from './kinds.ts'
import { writeLines } from './lines.ts'
import { type Row, readRows, type Scope } from './rows.ts'
import { findScope } from './scope.ts'

type Db = Kysely<Database>
type Site = RowOf<'site'>
type StaticSite = RowOf<'static_site'>
export type AttachmentRow = RowOf<'attachment'>
export type TemplateRow = RowOf<'template'>

/** Optional parts of an export. */
export interface ExportOptions {
  siteId: number
  history: boolean
  members: boolean
}

/** Outcome of writing the rows, with the files that remain to be written. */
export interface ExportedRows {
  site: Site
  kinds: Head['kinds']
  templates: readonly TemplateRow[]
  /** Addresses of uploads that occur in the rows. */
  named: Set<string>
  scope: Scope
}

const LATE_KINDS: ReadonlySet<string> = new Set<KindName>(['attachments'])
/** The site settings that apply on another server too. */
const SETTINGS = [
  ...(['title', 'symbol', 'note', 'manageType', 'isStatus', 'sort', 'javascript', 'icp', 'copyright'] as const),
  ...(['policeIcp', 'eduIcp', 'grayscale', 'domain', 'seoTitle', 'seoKeywords', 'seoDescription'] as const),
  ...(['createTime'] as const),
]

/**
 * Writes all rows of a site except the attachments. `db` reads from one snapshot.
 * @param step called with the rows written so far
 */
export async function exportRows(
  db: Db,
  zip: ZipWriter,
  { siteId, history, members }: ExportOptions,
  step: (rows: number, title: string) => Promise<void>,
): Promise<ExportedRows> {
  const site = await findSite(db, siteId)
  if (!site) throw new AppError('not-found', '要导出的站点不存在，可能已被删除，请刷新后重试')
  const scope = await findScope(db, siteId)
  const named = new Set<string>()
  const collectAddresses = (line: string): void => {
    for (const address of fileAddressesIn([line])) named.add(address)
  }
  const kinds: Head['kinds'] = []
  let done = 0
  const readCounted = async function* (name: KindName): AsyncGenerator<readonly Row[]> {
    for await (const rows of readRows(db, name, scope)) {
      await step(done, kindOf(name).title)
      done += rows.length
      yield name === 'contents' ? await withValues(db, rows) : rows
    }
  }
  for (const name of KIND_NAMES) {
    if (LATE_KINDS.has(name)) continue
    if ((HISTORY_KINDS.has(name) && !history) || (MEMBER_KINDS.has(name) && !members)) continue
    kinds.push(await writeLines(zip, name, readCounted(name), collectAddresses))
  }
  const templates = await readTemplates(db, site)
  for (const { templatePic } of templates) collectAddresses(templatePic)
  kinds.push(await writeLines(zip, 'settings', [await readSettings(db, site)], collectAddresses))
  return { site, kinds, templates, named, scope }
}

/** Replaces `fields` of entries by `values`, which holds the long texts too. */
async function withValues(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const found = await db
    .selectFrom('content_body')
    .select(['contentId', 'bodies'])
    .where('contentId', 'in', [...rows.map(({ id }) => Number(id)), 0])
    .execute()
  const bodies = new Map(found.map((row) => [row.contentId, readValues(row.bodies)]))
  return rows.map(({ fields, ...row }) => ({
    ...row,
    values: { ...(fields as object), ...bodies.get(Number(row['id'])) },
  }))
}

const staticPagesOf = ({ isAuto, schedule, nextTime }: Pick<StaticSite, 'isAuto' | 'schedule' | 'nextTime'>) => ({
  isAuto,
  isPlanned: nextTime > 0 ? 1 : 0,
  plan: parsePlan(schedule),
})

async function readSettings(db: Db, site: Site): Promise<Row[]> {
  const value = Object.fromEntries(SETTINGS.map((name) => [name, site[name]]))
  const pages = await db
    .selectFrom('static_site')
    .select(['isAuto', 'schedule', 'nextTime'])
    .where('siteId', '=', site.id)
    .executeTakeFirst()
  const counts = await db
    .selectFrom('analytics_site')
    .select(['isCounting', 'countUrl'])
    .where('siteId', '=', site.id)
    .executeTakeFirst()
  return [
    { name: 'site', value },
    ...(pages ? [{ name: 'staticPages', value: staticPagesOf(pages) }] : []),
    ...(counts ? [{ name: 'counting', value: counts }] : []),
  ]
}

/** The templates bound to the site; the one in use comes first. */
async function readTemplates(db: Db, site: Site): Promise<TemplateRow[]> {
  const rows = await db
    .selectFrom('template')
    .selectAll()
    .where('deleteTime', 'is', null)
    .where('draftOf', 'is', null)
    .where((eb) =>
      eb.or([
        eb('id', '=', site.templateId),
        eb('siteId', '=', site.id),
        eb('id', 'in', eb.selectFrom('template_site').select('templateId').where('siteId', '=', site.id)),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.toSorted((a, b) => Number(b.id === site.templateId) - Number(a.id === site.templateId))
}

/** The uploads in the site's library, and those that its rows and templates mention. */
export async function readAttachments(db: Db, siteId: number, named: ReadonlySet<string>): Promise<AttachmentRow[]> {
  const permanentUploads = db
    .selectFrom('attachment')
    .selectAll()
    .where('expireTime', 'is', null)
    .where('isPrivate', '=', 0)
  const rows = new Map<number, AttachmentRow>()
  for (const row of await permanentUploads.where('siteId', '=', siteId).where('isRegistered', '=', 1).execute())
    rows.set(row.id, row)
  for (const part of splitIntoBatches([...named], 500))
    for (const row of await permanentUploads.where('accessPath', 'in', part).execute()) rows.set(row.id, row)
  return [...rows.values()].sort((a, b) => a.id - b.id)
}
