import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import { isBehind, refuseNewer, readMigrationState } from '#server/db/migration/migrate.ts'
import { queryTimeout } from '#server/db/queryTimeout.ts'
import type { Database } from '#server/db/schema.ts'
import { APPROVALS } from './approvals.ts'
import { CONTENTS } from './contents.ts'
import type { CheckContext, Invariant } from './invariant.ts'
import { NUMBERS } from './numbers.ts'
import { referenceInvariants } from './referenceChecks.ts'
import { SITES } from './sites.ts'
import { SYSTEM } from './system.ts'
import { TEMPLATES } from './templates.ts'
import { TREES } from './trees.ts'
import { UPLOADS } from './uploads.ts'

/** A violated invariant with the violating items. */
export interface Finding extends Pick<Invariant, 'code' | 'level' | 'problem' | 'meaning' | 'remedy'> {
  items: string[]
}

/** Invariants about files on the disk of a process; not checked with a bucket, where these files are only a cache. */
const ON_DISK: ReadonlySet<string> = new Set(['statics.files', 'statics.record', 'statics.public', 'upload.sessions'])

/** Timeout of one query, which may read all rows of a table. */
const STEP_MS = 3600_000
/**
 * Pause before the second check. Files are read after the database, so running writes may look like faults in the first
 * one.
 */
const RECHECK_PAUSE_MS = 1500

export interface CheckOptions extends Omit<CheckContext, 'db' | 'engine' | 'now'> {
  db: Kysely<Database>
  /** Pause before findings are checked again, ms. */
  recheckPauseMs?: number
  /** Called before each invariant is checked. */
  onProgress?: (done: number, total: number, code: string) => void
}

/**
 * Checks all invariants against a snapshot of the database and the files. Findings are checked again in a second
 * snapshot, so that running work of a server is no finding. Nothing is written.
 * @throws AppError `invalid` when the tables are of another version
 */
export async function checkAll({
  onProgress,
  recheckPauseMs = RECHECK_PAUSE_MS,
  ...options
}: CheckOptions): Promise<{ checked: number; findings: Finding[] }> {
  const at = await readMigrationState(options.db)
  refuseNewer(at, engineOf(options.db))
  if (isBehind(at)) throw new AppError('invalid', '数据来自旧版本的程序，请先启动一次服务器完成升级，再运行检查')
  return queryTimeout.run(STEP_MS, async () => {
    const first = await inSnapshot(options, async (ctx) => {
      const own = ctx.s3 ? INVARIANTS.filter(({ code }) => !ON_DISK.has(code)) : INVARIANTS
      const all = [...own, ...(await referenceInvariants(ctx))]
      const findings = await findViolations(ctx, all, onProgress)
      return { all, findings }
    })
    const checked = first.all.length
    if (first.findings.length === 0) return { checked, findings: [] }
    await delay(recheckPauseMs)
    const suspects = first.findings.map(({ code }) => code)
    const again = await inSnapshot(options, (ctx) =>
      findViolations(
        ctx,
        first.all.filter(({ code }) => suspects.includes(code)),
        onProgress,
      ),
    )
    return { checked, findings: intersectFindings(first.findings, again) }
  })
}

/** All invariants except references, which `referenceInvariants` derives from the tables. */
export const INVARIANTS: readonly Invariant[] = [
  ...SYSTEM,
  ...NUMBERS,
  ...TREES,
  ...CONTENTS,
  ...APPROVALS,
  ...SITES,
  ...TEMPLATES,
  ...UPLOADS,
]

async function findViolations(
  ctx: CheckContext,
  list: readonly Invariant[],
  onProgress: CheckOptions['onProgress'],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [done, { find, ...invariant }] of list.entries()) {
    if (ctx.engine === 'postgres') await sql`savepoint begun`.execute(ctx.db)
    onProgress?.(done, list.length, invariant.code)
    const items = await find(ctx).catch((error: unknown) => unreadable(ctx, error))
    if (items.length > 0) findings.push({ ...invariant, items })
  }
  return findings
}

/** A failed check is a finding itself, and the other checks continue. */
async function unreadable({ db, engine }: CheckContext, error: unknown): Promise<string[]> {
  if (engine === 'postgres') await sql`rollback to savepoint begun`.execute(db)
  return [`无法检查：${error instanceof Error ? error.message : String(error)}`]
}

/** The items that were found both times. */
function intersectFindings(first: readonly Finding[], again: readonly Finding[]): Finding[] {
  return again.flatMap((finding) => {
    const before = new Set(first.find(({ code }) => code === finding.code)?.items)
    const items = finding.items.filter((item) => before.has(item))
    return items.length > 0 ? [{ ...finding, items }] : []
  })
}

/** Runs the work in a read-only snapshot of the database. */
async function inSnapshot<T>(
  options: Omit<CheckOptions, 'onProgress'>,
  work: (ctx: CheckContext) => Promise<T>,
): Promise<T> {
  const engine = engineOf(options.db)
  return options.db.connection().execute(async (db) => {
    if (engine === 'sqlite') {
      await sql`pragma query_only = on`.execute(db)
      await sql`begin`.execute(db)
    } else await sql`begin isolation level repeatable read read only`.execute(db)
    try {
      return await work({ ...options, db, engine, now: Date.now() })
    } finally {
      await sql`rollback`.execute(db)
      if (engine === 'sqlite') await sql`pragma query_only = off`.execute(db)
    }
  })
}
