import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AddressRules } from '#engine/rewrite/index.ts'
import { originOf } from '#engine/index.ts'
import type { Database, RowOf } from '#server/db/schema.ts'
import { readSetting } from '#server/db/settings.ts'
import type { ServerDeps } from '#server/deps.ts'
import { SITE_PAGES } from '#shared/contract/statics.ts'
import { AppError } from '#shared/errors/index.ts'

export type TargetRow = RowOf<'publish_target'>
export type TargetFileRow = RowOf<'target_file'>
/** A file as it has to lie at a target. */
export type ComposedFile = Omit<TargetFileRow, 'targetId' | 'isUncertain'>
export type DeploymentRow = RowOf<'deployment'>

const OWNER = 'publish.owner'

/** Who the files at a target belong to: this installation and the site. A copy of the server is the same owner, and sends nothing. */
export async function ownerOf({ db }: Pick<ServerDeps, 'db'>, siteId: number): Promise<string> {
  const known = await readSetting(db, OWNER)
  if (known !== null) return `${known}/${siteId}`
  await db
    .insertInto('setting')
    .values({ name: OWNER, value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return `${await readSetting(db, OWNER)}/${siteId}`
}

/** Domains of a site, as origins; the first is the one that its pages name. */
const originsOf = (domains: string): string[] =>
  domains.split(',').flatMap((each) => (each.trim() === '' ? [] : originOf({ domains: [each.trim()] })))

/** The address of a target's home page; '' while no domain is known. */
export function targetUrl(target: Pick<TargetRow, 'origin' | 'basePath'>, siteDomains: string): string {
  const origin = target.origin || (originsOf(siteDomains)[0] ?? '')
  return origin === '' ? '' : `${origin.replace(/\/$/, '')}${target.basePath}/`
}

/** How the addresses of a site's pages are written at a target. @throws AppError `not-found` for a site that is gone */
export async function readRules(deps: ServerDeps, target: TargetRow): Promise<AddressRules> {
  const site = await deps.db
    .selectFrom('site')
    .select(['symbol', 'domain'])
    .where('id', '=', target.siteId)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (!site) throw new AppError('not-found', '站点不存在或已被删除，请刷新')
  const origins = originsOf(site.domain)
  const serverHosts = deps.publicUrl === null ? [] : [new URL(deps.publicUrl).host]
  const siteHosts = origins.map((origin) => new URL(origin).host)
  return {
    siteHosts: new Set(siteHosts.filter((host) => !serverHosts.includes(host))),
    serverHosts: new Set(serverHosts),
    sitePrefix: `/${SITE_PAGES}/${encodeURIComponent(site.symbol)}`,
    form: target.addressForm,
    origin: (target.origin || (origins[0] ?? '')).replace(/\/$/, ''),
    basePath: target.basePath,
  }
}

/** Rules as a text: other rules are another text. */
export const rulesText = ({ siteHosts, serverHosts, ...rules }: AddressRules): string =>
  JSON.stringify({ ...rules, siteHosts: [...siteHosts], serverHosts: [...serverHosts] })

/** What is known to lie at a target. */
export async function readFiles(db: Kysely<Database>, targetId: number): Promise<Map<string, TargetFileRow>> {
  const rows = await db.selectFrom('target_file').selectAll().where('targetId', '=', targetId).execute()
  return new Map(rows.map((row) => [row.path, row]))
}
