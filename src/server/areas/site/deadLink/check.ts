import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable, Kysely } from 'kysely'
import { toAddress, type BuiltPage } from '#engine/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import type { DeadLink } from '#shared/contract/deadLink.ts'
import { RedirectTable } from '#shared/domain/redirects.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { readSite } from '../engine/index.ts'
import { materializeSite, readBuiltRecord, siteFolder, slotFolder } from '../statics/index.ts'
import { readHosts, readActiveRules } from '../redirect/index.ts'
import { findDeadExternal, createWebRequester } from './external.ts'
import { findLinks, type PageLink, resolveLink } from './links.ts'
import { createSourceFinder } from './source.ts'

type DeadLinkPlace = DeadLink['places'][number]
export type DeadFacts = Omit<DeadLink, 'id' | 'kind' | 'address'>
/** Totals of a check; stored as JSON. */
export interface CheckFacts {
  pages: number
  links: number
  external: number
  leftOut: number
  durationMs: number
}

/** Limits of one check: external links requested, occurrences stored per dead link, and dead links. */
const MAX_EXTERNAL = 300
const MAX_PLACES = 20
const MAX_DEAD = 5000
const REPORT_EVERY_PAGES = 50

interface LinkTarget {
  kind: DeadLink['kind']
  address: string
  pages: Set<string>
  places: DeadLinkPlace[]
}

/** 检查死链: reads the published pages and checks their links. */
export const checkLinks: JobWork = async (deps, job) => {
  const { siteId, isExternal } = job.input as { siteId: number; isExternal: boolean }
  const started = performance.now()
  await job.report(0, '正在读取页面')
  const folder = siteFolder(deps.dataDir, siteId)
  const slot = await materializeSite(deps, siteId)
  const record = await readBuiltRecord(deps, siteId)
  if (slot === null || !record)
    throw new AppError('conflict', '网站还没有生成，请先在“静态生成”中生成静态页面，再检查死链')
  const root = slotFolder(folder, slot)
  const { db } = deps
  const hosts = await readHosts(db, siteId)
  const rules = new RedirectTable(await readActiveRules(db, siteId))
  const pages = [...record.pages.values()].filter(({ hash }) => hash !== null)
  const inside = new Map<string, LinkTarget>()
  const uploads = new Map<string, LinkTarget>()
  const outside = new Map<string, LinkTarget>()
  let links = 0
  for (const [at, built] of pages.entries()) {
    const html = await readFile(join(root, built.page.path), 'utf8').catch(() => '')
    for (const link of findLinks(html)) {
      links += 1
      const to = resolveLink(link.address, toAddress(built.page.path), hosts)
      if (to === null) continue
      if ('url' in to) addOccurrence(outside, to.url, { ...link, address: to.url }, built, 'external')
      else if (/^\/(?:files|thumbs)\//.test(to.path)) addOccurrence(uploads, to.path, link, built)
      else if (!hasPage(record.files, to.path) && rules.find(to.path) === null)
        addOccurrence(inside, to.path, link, built)
    }
    if (at % REPORT_EVERY_PAGES === 0)
      await job.report(Math.floor((at / pages.length) * 50), `已检查 ${at} / ${pages.length} 页`)
  }
  await removeExistingUploads(db, uploads)
  const asked = isExternal ? [...outside.keys()].slice(0, MAX_EXTERNAL) : []
  const reasons = await findDeadExternal(
    asked,
    (done) => job.report(50 + Math.floor((done / asked.length) * 45), `已检查 ${done} / ${asked.length} 个外部链接`),
    createWebRequester(deps.outgoing),
  )
  const dead = [
    ...[...inside].map(([path, found]) => ({ found, reason: describeMissing(found.kind), path })),
    ...[...uploads].map(([path, found]) => ({ found, reason: '资源库中没有该文件，可能已被删除', path })),
    ...[...outside].flatMap(([url, found]) => {
      const reason = reasons.get(url)
      return reason === undefined ? [] : [{ found, reason, path: '' }]
    }),
  ].slice(0, MAX_DEAD)
  const sourceOf = await createSourceFinder(db, { record, bundle: await readSite(deps, db, siteId).catch(() => null) })
  const rows: Insertable<Database['dead_link']>[] = []
  for (const { found, reason, path } of dead) {
    const facts: DeadFacts = {
      reason,
      ...(await sourceOf(found)),
      pages: found.pages.size,
      places: found.places,
      canRedirect: found.kind !== 'external' && path !== '' && !/^\/(?:files|thumbs)\//.test(path),
    }
    rows.push({ siteId, kind: found.kind, address: found.address, facts: JSON.stringify(facts) })
  }
  const facts: CheckFacts = {
    pages: pages.length,
    links,
    external: asked.length,
    leftOut: outside.size - asked.length,
    durationMs: Math.round(performance.now() - started),
  }
  await job.finish((tx) => writeResult(tx, siteId, rows, { checkTime: deps.clock.now().getTime(), facts }))
}

async function writeResult(
  tx: Kysely<Database>,
  siteId: number,
  rows: readonly Insertable<Database['dead_link']>[],
  { checkTime, facts }: { checkTime: number; facts: CheckFacts },
): Promise<number> {
  await tx.deleteFrom('dead_link').where('siteId', '=', siteId).execute()
  for (const part of splitIntoBatches(rows, 500)) await tx.insertInto('dead_link').values(part).execute()
  const row = { checkTime, facts: JSON.stringify(facts) }
  await tx
    .insertInto('link_check')
    .values({ siteId, ...row })
    .onConflict((conflict) => conflict.column('siteId').doUpdateSet(row))
    .execute()
  return 0
}

const describeMissing = (kind: DeadLink['kind']): string =>
  kind === 'page' ? '网站上没有该页面' : kind === 'picture' ? '网站上没有这张图片' : '网站上没有该文件'

/** Whether the path is a file, or a folder with an index page. */
function hasPage(files: ReadonlyMap<string, string>, path: string): boolean {
  const bare = path
    .split('/')
    .filter((name) => name !== '')
    .join('/')
  if (path.endsWith('/') || bare === '') return files.has(bare === '' ? 'index.html' : `${bare}/index.html`)
  return files.has(bare) || files.has(`${bare}/index.html`)
}

function addOccurrence(
  into: Map<string, LinkTarget>,
  key: string,
  { address, line, kind }: PageLink,
  { page }: BuiltPage,
  of: DeadLink['kind'] = kind,
): void {
  const found = into.get(key) ?? { kind: of, address, pages: new Set(), places: [] }
  into.set(key, found)
  if (found.pages.has(page.path)) return
  found.pages.add(page.path)
  const { path, columnId, entryId } = page
  if (found.places.length < MAX_PLACES)
    found.places.push({
      page: toAddress(path),
      line,
      columnId,
      entryId: page.kind === 'entry' ? entryId : 0,
      title: '',
    })
}

/** Removes the uploads that still exist. */
async function removeExistingUploads(db: Kysely<Database>, uploads: Map<string, LinkTarget>): Promise<void> {
  const keys = [...uploads.keys()]
  const fileOf = (path: string): string => path.replace(/^\/thumbs\//, '/files/')
  for (let at = 0; at < keys.length; at += 500) {
    const batch = keys.slice(at, at + 500)
    const rows = await db
      .selectFrom('attachment')
      .select('accessPath')
      .where('accessPath', 'in', batch.map(fileOf))
      .execute()
    const existing = new Set(rows.map(({ accessPath }) => accessPath))
    for (const key of batch) if (existing.has(fileOf(key))) uploads.delete(key)
  }
}
