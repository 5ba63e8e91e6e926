import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { RedirectTable } from '#shared/domain/redirects.ts'
import { readActiveRules } from './rules.ts'

/** Lifetime of the cache of rules, and interval for writing hits, ms. */
const CACHE_MS = 1000
const WRITE_INTERVAL_MS = 5000

interface CachedTable {
  until: number
  table: Promise<RedirectTable<{ id: number; source: string; target: string }>>
}
const redirectState = perServer(() => ({ sites: new Map<number, CachedTable>(), hits: new Map<number, number>() }))

/** Finds the target of a path and counts the hit; null: no redirect. */
export async function followRedirect(deps: ServerDeps, siteId: number, path: string): Promise<string | null> {
  const { sites, hits } = redirectState(deps)
  const now = performance.now()
  let cached = sites.get(siteId)
  if (!cached || cached.until < now) {
    const table = readActiveRules(deps.db, siteId).then((rules) => new RedirectTable(rules))
    cached = { until: now + CACHE_MS, table }
    sites.set(siteId, cached)
    table.catch(() => sites.delete(siteId))
  }
  const found = (await cached.table).find(path)
  if (!found) return null
  hits.set(found.rule.id, (hits.get(found.rule.id) ?? 0) + 1)
  return found.target
}

/** Adds the hits since the last write to the redirects. */
export async function writeHits(deps: ServerDeps): Promise<void> {
  const { hits } = redirectState(deps)
  const counted = [...hits]
  hits.clear()
  const hitTime = deps.clock.now().getTime()
  for (const [id, count] of counted)
    await deps.db
      .updateTable('site_redirect')
      .set((eb) => ({ hits: eb('hits', '+', count), hitTime }))
      .where('id', '=', id)
      .execute()
}

/** Writes hits while the server listens, and the rest when it closes. */
export function startHitWriter(app: FastifyInstance, deps: ServerDeps): void {
  let timer: NodeJS.Timeout | undefined
  const write = (): Promise<void> =>
    writeHits(deps).catch((err: unknown) => deps.log.error({ err }, 'hits of redirects were not written'))
  app.addHook('onListen', async () => {
    timer = setInterval(() => void write(), WRITE_INTERVAL_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
