import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { RedirectTable } from '#shared/domain/redirects.ts'
import { rulesInUse } from './rules.ts'

/** Lifetime of the cache of rules, and interval for writing hits, ms. */
const KNOWN_MS = 1000
const WRITE_MS = 5000

interface Known {
  until: number
  table: Promise<RedirectTable<{ id: number; source: string; target: string }>>
}
const hints = perServer(() => ({ sites: new Map<number, Known>(), hits: new Map<number, number>() }))

/** Finds the target of a path and counts the hit; null: no redirect. */
export async function redirected(deps: ServerDeps, siteId: number, path: string): Promise<string | null> {
  const { sites, hits } = hints(deps)
  const now = performance.now()
  let known = sites.get(siteId)
  if (!known || known.until < now) {
    const table = rulesInUse(deps.db, siteId).then((rules) => new RedirectTable(rules))
    known = { until: now + KNOWN_MS, table }
    sites.set(siteId, known)
    table.catch(() => sites.delete(siteId))
  }
  const found = (await known.table).find(path)
  if (!found) return null
  hits.set(found.rule.id, (hits.get(found.rule.id) ?? 0) + 1)
  return found.target
}

/** Adds the hits since the last write to the redirects. */
export async function writeHits(deps: ServerDeps): Promise<void> {
  const { hits } = hints(deps)
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
export function recordHits(app: FastifyInstance, deps: ServerDeps): void {
  let timer: NodeJS.Timeout | undefined
  const write = (): Promise<void> =>
    writeHits(deps).catch((err: unknown) => deps.log.error({ err }, 'hits of redirects were not written'))
  app.addHook('onListen', async () => {
    timer = setInterval(() => void write(), WRITE_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
