import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { DAY_MS } from '#shared/util/dates.ts'

type Db = Kysely<Database>

interface RestorePointLimits {
  ms: number
  moments: number
  bytes: number
}

/** Limits of a template's restore points: age, number and total size. The latest one is always kept. */
export const RESTORE_POINT_LIMITS: RestorePointLimits = { ms: 90 * DAY_MS, moments: 50, bytes: 2 * 1024 ** 3 }

/** Deletes restore points beyond the limits; unreferenced contents are deleted later. */
export async function pruneRestorePoints(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  limits = RESTORE_POINT_LIMITS,
): Promise<void> {
  const now = clock.now().getTime()
  const templates = await db.selectFrom('template_moment').select('templateId').distinct().execute()
  for (const { templateId } of templates) await pruneTemplate(db, templateId, now, limits)
}

async function pruneTemplate(db: Db, templateId: number, now: number, limits: RestorePointLimits): Promise<void> {
  const shown = await db
    .selectFrom('template_moment')
    .select(['id', 'createTime'])
    .where('templateId', '=', templateId)
    .where('kind', '!=', 'base')
    .orderBy('id', 'desc')
    .execute()
  const counted = new Set<string>()
  let bytes = 0
  for (const [at, { id, createTime }] of shown.entries()) {
    const files = await db
      .selectFrom('template_moment_file')
      .select(['sha256', 'size'])
      .where('momentId', '=', id)
      .where('kind', '=', 'file')
      .execute()
    for (const { sha256, size } of files) {
      if (counted.has(sha256)) continue
      counted.add(sha256)
      bytes += size
    }
    const isBeyondLimits = now - createTime > limits.ms || at >= limits.moments || bytes > limits.bytes
    if (at === 0 || !isBeyondLimits) continue
    const ids = shown.slice(at).map((row) => row.id)
    await db.deleteFrom('template_moment').where('id', 'in', ids).execute()
    return
  }
}
