import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ServerDeps } from '#server/deps.ts'
import type { Kysely } from 'kysely'
import { ANALYTICS_DAYS } from '#shared/contract/analytics.ts'
import type { Database } from '#server/db/schema.ts'
import { perServer } from '#server/hints.ts'
import { settleSetting } from '#server/db/settings.ts'

const PREFIX = 'counting.salt.'
const BYTES = 32

const known = perServer((): { today: { day: number; salt: Promise<string> } | null } => ({ today: null }))

/**
 * The salt of a day, shared by all processes. Salts of other days are deleted, so that addresses can't be recovered
 * from the stored hashes.
 * @param day `yyyyMMdd`
 */
function saltOf(deps: ServerDeps, day: number): Promise<string> {
  const kept = known(deps)
  if (kept.today?.day === day) return kept.today.salt
  const salt = settle(deps.db, day)
  kept.today = { day, salt }
  salt.catch(() => (kept.today = null))
  return salt
}

async function settle(db: Kysely<Database>, day: number): Promise<string> {
  const name = `${PREFIX}${day}`
  const salt = await settleSetting(db, name, async () => randomBytes(BYTES).toString('base64url'))
  await db.deleteFrom('setting').where('name', 'like', `${PREFIX}%`).where('name', '!=', name).execute()
  await forgetBefore(db, day)
  return salt
}

/** Deletes counts older than the longest range of the statistics, once a day. */
async function forgetBefore(db: Kysely<Database>, day: number): Promise<void> {
  const last = new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, (day % 100) - ANALYTICS_DAYS)
  for (const table of ['site_visit', 'site_view'] as const)
    await db.deleteFrom(table).where('day', '<', dayNumber(last)).execute()
}

/** `yyyyMMdd` of the local day. */
const dayNumber = (when: Date): number => when.getFullYear() * 10_000 + (when.getMonth() + 1) * 100 + when.getDate()

/** 96 bits suffice to distinguish visitors. */
const hashOf = (salt: string, ...parts: readonly string[]): string =>
  createHmac('sha256', salt).update(parts.join('\n')).digest('base64url').slice(0, 16)

/** A visit ends after this time without a report, ms. */
const BREAK_MS = 30 * 60_000
const ROBOT = /bot\b|spider|crawl|slurp|curl|wget|python-requests/i

/** A report of the script. */
const report = z.object({
  /** 1: page opened; 0: page left. */
  k: z.literal([0, 1]),
  s: z.coerce.number().int().positive(),
  c: z.coerce.number().int().min(0).catch(0),
  p: z.string().startsWith('/').max(500),
  r: z.string().max(2000).catch(''),
})

export interface Visitor {
  ip: string
  userAgent: string
  /** The Origin header, which identifies the site of the reporting page. */
  origin: string
}

const hostOf = (url: string): string => URL.parse(url)?.hostname.toLowerCase() ?? ''

/** Detects the device by user agent; Android without “Mobile” is a tablet. */
function deviceOf(userAgent: string): string {
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobile|iphone/i.test(userAgent) ? 'mobile' : 'desktop'
}

/**
 * Counts a report. Silently ignores invalid reports, robots, pages outside the site's domains, and sites that do not
 * count.
 */
export async function takeReport(deps: ServerDeps, body: unknown, visitor: Visitor): Promise<void> {
  const parsed = report.safeParse(body)
  if (!parsed.success || ROBOT.test(visitor.userAgent)) return
  const { k: opened, s: siteId, c: columnId, p: path, r: referrer } = parsed.data
  const { db } = deps
  const site = await db
    .selectFrom('analytics_site')
    .innerJoin('site', 'site.id', 'analytics_site.siteId')
    .select(['site.domain'])
    .where('analytics_site.siteId', '=', siteId)
    .where('analytics_site.isCounting', '=', 1)
    .where('site.deleteTime', 'is', null)
    .executeTakeFirst()
  const domains = (site?.domain ?? '').split(',').map((host) => host.trim().toLowerCase().replace(/:\d+$/, ''))
  if (!domains.includes(hostOf(visitor.origin))) return
  const now = deps.clock.now()
  const time = now.getTime()
  const [day, hour] = [dayNumber(now), now.getHours()]
  const salt = await saltOf(deps, day)
  const who = hashOf(salt, String(siteId), visitor.ip, visitor.userAgent)
  const running = await db
    .selectFrom('site_visit')
    .select('id')
    .where('siteId', '=', siteId)
    .where('day', '=', day)
    .where('visitor', '=', who)
    .where('lastTime', '>', time - BREAK_MS)
    .orderBy('lastTime', 'desc')
    .executeTakeFirst()
  if (running) {
    await db
      .updateTable('site_visit')
      .set((eb) => ({ lastTime: time, pages: eb('pages', '+', opened) }))
      .where('id', '=', running.id)
      .execute()
  } else {
    if (opened === 0) return
    const from = hostOf(referrer)
    await db
      .insertInto('site_visit')
      .values({
        id: randomUUID(),
        siteId,
        day,
        visitor: who,
        address: hashOf(salt, String(siteId), visitor.ip),
        beginTime: time,
        lastTime: time,
        pages: 1,
        source: domains.includes(from) ? '' : from,
        device: deviceOf(visitor.userAgent),
      })
      .execute()
  }
  if (opened === 1)
    await db.insertInto('site_view').values({ siteId, day, hour, visitor: who, path, columnId }).execute()
}
