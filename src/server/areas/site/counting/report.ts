import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ServerDeps } from '#server/deps.ts'
import type { Kysely } from 'kysely'
import { MAX_ANALYTICS_DAYS } from '#shared/contract/analytics.ts'
import type { Database } from '#server/db/schema.ts'
import { perServer } from '#server/hints.ts'
import { ensureSetting } from '#server/db/settings.ts'

const SALT_PREFIX = 'counting.salt.'
const SALT_BYTES = 32

const saltCache = perServer((): { today: { day: number; salt: Promise<string> } | null } => ({ today: null }))

/**
 * The salt of a day, shared by all processes. Salts of other days are deleted, so that addresses can't be recovered
 * from the stored hashes.
 * @param day `yyyyMMdd`
 */
function readDailySalt(deps: ServerDeps, day: number): Promise<string> {
  const kept = saltCache(deps)
  if (kept.today?.day === day) return kept.today.salt
  const salt = loadSalt(deps.db, day)
  kept.today = { day, salt }
  salt.catch(() => (kept.today = null))
  return salt
}

async function loadSalt(db: Kysely<Database>, day: number): Promise<string> {
  const name = `${SALT_PREFIX}${day}`
  const salt = await ensureSetting(db, name, async () => randomBytes(SALT_BYTES).toString('base64url'))
  await db.deleteFrom('setting').where('name', 'like', `${SALT_PREFIX}%`).where('name', '!=', name).execute()
  await deleteExpired(db, day)
  return salt
}

/** Deletes counts older than the longest range of the statistics, once a day. */
async function deleteExpired(db: Kysely<Database>, day: number): Promise<void> {
  const last = new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, (day % 100) - MAX_ANALYTICS_DAYS)
  for (const table of ['site_visit', 'site_view'] as const)
    await db.deleteFrom(table).where('day', '<', toDayNumber(last)).execute()
}

/** `yyyyMMdd` of the local day. */
const toDayNumber = (when: Date): number => when.getFullYear() * 10_000 + (when.getMonth() + 1) * 100 + when.getDate()

/** 96 bits suffice to distinguish visitors. */
const hashIdentity = (salt: string, ...parts: readonly string[]): string =>
  createHmac('sha256', salt).update(parts.join('\n')).digest('base64url').slice(0, 16)

/** A visit ends after this time without a report, ms. */
const VISIT_TIMEOUT_MS = 30 * 60_000
const ROBOT_PATTERN = /bot\b|spider|crawl|slurp|curl|wget|python-requests/i

/** A report of the script. */
const reportSchema = z.object({
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

const toHost = (url: string): string => URL.parse(url)?.hostname.toLowerCase() ?? ''

/** Detects the device by user agent; Android without “Mobile” is a tablet. */
function detectDevice(userAgent: string): string {
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobile|iphone/i.test(userAgent) ? 'mobile' : 'desktop'
}

/**
 * Counts a report. Silently ignores invalid reports, robots, pages outside the site's domains, and sites that do not
 * count.
 */
export async function recordReport(deps: ServerDeps, body: unknown, visitor: Visitor): Promise<void> {
  const parsed = reportSchema.safeParse(body)
  if (!parsed.success || ROBOT_PATTERN.test(visitor.userAgent)) return
  const { k: viewCount, s: siteId, c: columnId, p: path, r: referrer } = parsed.data
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
  if (!domains.includes(toHost(visitor.origin))) return
  const now = deps.clock.now()
  const time = now.getTime()
  const [day, hour] = [toDayNumber(now), now.getHours()]
  const salt = await readDailySalt(deps, day)
  const visitorHash = hashIdentity(salt, String(siteId), visitor.ip, visitor.userAgent)
  const openVisit = await db
    .selectFrom('site_visit')
    .select('id')
    .where('siteId', '=', siteId)
    .where('day', '=', day)
    .where('visitor', '=', visitorHash)
    .where('lastTime', '>', time - VISIT_TIMEOUT_MS)
    .orderBy('lastTime', 'desc')
    .executeTakeFirst()
  if (openVisit) {
    await db
      .updateTable('site_visit')
      .set((eb) => ({ lastTime: time, pages: eb('pages', '+', viewCount) }))
      .where('id', '=', openVisit.id)
      .execute()
  } else {
    if (viewCount === 0) return
    const from = toHost(referrer)
    await db
      .insertInto('site_visit')
      .values({
        id: randomUUID(),
        siteId,
        day,
        visitor: visitorHash,
        address: hashIdentity(salt, String(siteId), visitor.ip),
        beginTime: time,
        lastTime: time,
        pages: 1,
        source: domains.includes(from) ? '' : from,
        device: detectDevice(visitor.userAgent),
      })
      .execute()
  }
  if (viewCount === 1)
    await db.insertInto('site_view').values({ siteId, day, hour, visitor: visitorHash, path, columnId }).execute()
}
