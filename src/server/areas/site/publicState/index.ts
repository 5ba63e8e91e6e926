import type { Kysely } from 'kysely'
import { toAddress, originOf } from '#engine/index.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { PublicState } from '#shared/contract/publicState.ts'
import { SITE_PAGES, staticReport } from '#shared/contract/statics.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { addressAtTarget, mainTarget } from '../publishTarget/index.ts'
import { type EntryWay, publicStateOf, type SiteWay, type TargetWay } from './state.ts'

type Db = Kysely<Database>
type Target = RowOf<'publish_target'>

/** An entry whose state is asked for. */
export interface AskedEntry {
  id: number
  isPublic: boolean
}

/** A column of the site, as far as its pages depend on it. */
export interface AskedColumn {
  id: number
  siteId: number
  /** Why the column has no pages of entries; '' when it has. */
  noPageReason: string
}

/**
 * What visitors find of entries of a column. The number of queries does not depend on the number of entries, and each
 * reads by keys.
 */
export async function readPublicStates(
  ctx: CallContext,
  column: AskedColumn,
  entries: readonly AskedEntry[],
): Promise<PublicState[]> {
  const { db } = ctx
  const { siteId } = column
  const ids = entries.map(({ id }) => id)
  const site = await db
    .selectFrom('site')
    .select(['symbol', 'domain', 'isStatus', 'templateId'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  const built = await db.selectFrom('static_site').selectAll().where('siteId', '=', siteId).executeTakeFirst()
  const targets = await db.selectFrom('publish_target').selectAll().where('siteId', '=', siteId).orderBy('id').execute()
  const target = mainTarget(targets, site.domain)
  const way: SiteWay = {
    isOpen: site.isStatus === 1,
    hasTemplate: site.templateId > 0,
    isAuto: built?.isAuto === 1,
    plannedDate: built && built.nextTime > 0 ? formatDateTime(built.nextTime) : '',
    buildTime: built?.buildTime ?? 0,
    hasPages: built !== undefined && built.pagesTime === built.buildTime,
    build: await readBuild(db, siteId),
    target: target && (await readTarget(db, target, built?.buildTime ?? 0)),
  }
  const pages = await readPages(db, siteId, ids)
  const stale = await readStale(db, column, ids)
  const paths = [...pages.values()].map(({ path }) => path)
  const atTarget = target ? await readTargetFiles(db, target.id, paths) : new Map<string, string>()
  const takenPaths = await readTakenPaths(db, siteId, [...pages.values()], atTarget)
  const problems = staticReport.safeParse(JSON.parse(built?.report ?? '{}')).data?.problems ?? []
  const origin = originOf({ domains: [site.domain.split(',')[0]?.trim() ?? ''] })
  const home = origin === '' ? `${ctx.baseUrl}${SITE_PAGES}/${encodeURIComponent(site.symbol)}` : origin
  const entryWay = ({ id, isPublic }: AskedEntry): EntryWay => {
    const page = pages.get(id) ?? null
    const address = page ? toAddress(page.path) : ''
    return {
      id,
      isPublic,
      staleTime: stale.get(id) ?? 0,
      page,
      targetRevision: (page && atTarget.get(page.path)) ?? '',
      isPathTaken: page !== null && page.revision === '' && takenPaths.has(page.path),
      address: target ? addressAtTarget(target, site.domain, address) : `${home}${address}`,
      noPageReason:
        problems.find(({ message }) => message.startsWith('内容“') && message.includes(`（编号 ${id}）`))?.message ??
        (column.noPageReason || '网页没有生成，请在“静态生成”中查看问题'),
    }
  }
  return entries.flatMap((entry) => publicStateOf(way, entryWay(entry)) ?? [])
}

/** The last build job of the site. */
async function readBuild(db: Db, siteId: number): Promise<SiteWay['build']> {
  const job = await db
    .selectFrom('job')
    .select(['state', 'message', 'endTime'])
    .where('kind', '=', 'statics.build')
    .where('siteId', '=', siteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!job) return null
  const isOpen = job.state === 'queued' || job.state === 'running'
  const state = isOpen ? 'open' : job.state === 'failed' ? 'failed' : 'ended'
  return { state, message: job.message, endTime: job.endTime ?? 0 }
}

async function readTarget(db: Db, target: Target, buildTime: number): Promise<TargetWay> {
  const { id, siteId, name, isAuto, isPaused } = target
  const open = await db
    .selectFrom('job')
    .select('input')
    .where('kind', '=', 'site.deploy')
    .where('siteId', '=', siteId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
  const last = await db
    .selectFrom('deployment')
    .select(['state', 'message'])
    .where('targetId', '=', id)
    .where('createTime', '>=', buildTime)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isDeploying = open.some(({ input }) => (JSON.parse(input) as { targetId: number }).targetId === id)
  const state = last?.state === 'failed' || last?.state === 'confirm' ? last.state : 'ended'
  return {
    name,
    isAuto: isAuto === 1,
    isPaused: isPaused === 1,
    isDeploying,
    last: last ? { state, message: last.message } : null,
  }
}

/** Ids or paths of one query. */
const PART = 500

async function readPages(db: Db, siteId: number, ids: readonly number[]) {
  const found = new Map<number, Omit<RowOf<'entry_page'>, 'siteId'>>()
  for (const part of splitIntoBatches(ids, PART)) {
    const rows = await db
      .selectFrom('entry_page')
      .select(['contentId', 'path', 'revision', 'problem'])
      .where('siteId', '=', siteId)
      .where('contentId', 'in', part)
      .execute()
    for (const row of rows) found.set(row.contentId, row)
  }
  return found
}

async function readStale(db: Db, { id: classId, siteId }: AskedColumn, ids: readonly number[]) {
  const found = new Map<number, number>()
  for (const part of splitIntoBatches(ids, PART)) {
    const rows = await db
      .selectFrom('stale_page')
      .select(['contentId', 'time'])
      .where('siteId', '=', siteId)
      .where('classId', '=', classId)
      .where('contentId', 'in', part)
      .execute()
    for (const { contentId, time } of rows) found.set(contentId, time)
  }
  return found
}

async function readTargetFiles(db: Db, targetId: number, paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const part of splitIntoBatches(paths, PART)) {
    const rows = await db
      .selectFrom('target_file')
      .select(['path', 'revision'])
      .where('targetId', '=', targetId)
      .where('path', 'in', part)
      .execute()
    for (const { path, revision } of rows) found.set(path, revision)
  }
  return found
}

/** Of pages that were taken away: paths at the target where another entry has its page now. */
async function readTakenPaths(
  db: Db,
  siteId: number,
  pages: readonly Pick<RowOf<'entry_page'>, 'path' | 'revision'>[],
  atTarget: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const gone = pages.filter(({ path, revision }) => revision === '' && atTarget.has(path)).map(({ path }) => path)
  const taken = new Set<string>()
  for (const part of splitIntoBatches(gone, PART)) {
    const rows = await db
      .selectFrom('entry_page')
      .select('path')
      .where('siteId', '=', siteId)
      .where('path', 'in', part)
      .where('revision', '<>', '')
      .execute()
    for (const { path } of rows) taken.add(path)
  }
  return taken
}
