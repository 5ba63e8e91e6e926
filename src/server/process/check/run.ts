import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import { isBehind, refuseNewer, standing } from '#server/db/migration/migrate.ts'
import { queryTime } from '#server/db/queryTime.ts'
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

/** A broken invariant, with what breaks it. */
export interface Finding extends Pick<Invariant, 'code' | 'level' | 'problem' | 'meaning' | 'remedy'> {
  items: string[]
}

/** What lies on the disk of a process, and is a copy where a bucket holds the rest. */
const ON_DISK: ReadonlySet<string> = new Set(['statics.files', 'statics.record', 'statics.public', 'upload.sessions'])

/** One query may go through all rows of a table. */
const STEP_MS = 3600_000
/** Files are looked at after the database: what is just being written is looked at again after this. */
const AGAIN_MS = 1500

export interface CheckOptions extends Omit<CheckContext, 'db' | 'engine' | 'now'> {
  db: Kysely<Database>
  /** ms until what was found is looked at again. */
  againMs?: number
  /** Told of each invariant before it is checked. */
  onProgress?: (done: number, total: number, code: string) => void
}

/**
 * Checks every invariant against one snapshot of the database and then the files; what is found is looked at again in a
 * second snapshot, so that what a running server was just doing is no finding. Nothing is written.
 * @throws AppError `invalid` when the tables are of another version
 */
export async function checkAll({
  onProgress,
  againMs = AGAIN_MS,
  ...options
}: CheckOptions): Promise<{ checked: number; findings: Finding[] }> {
  const at = await standing(options.db)
  refuseNewer(at, engineOf(options.db))
  if (isBehind(at)) throw new AppError('invalid', '数据来自旧版本的程序，请先启动一次服务器完成升级，再检查')
  return queryTime.run(STEP_MS, async () => {
    const first = await inSnapshot(options, async (ctx) => {
      const own = ctx.s3 ? INVARIANTS.filter(({ code }) => !ON_DISK.has(code)) : INVARIANTS
      const all = [...own, ...(await referenceInvariants(ctx))]
      const findings = await broken(ctx, all, onProgress)
      return { all, findings }
    })
    const checked = first.all.length
    if (first.findings.length === 0) return { checked, findings: [] }
    await delay(againMs)
    const suspects = first.findings.map(({ code }) => code)
    const again = await inSnapshot(options, (ctx) =>
      broken(
        ctx,
        first.all.filter(({ code }) => suspects.includes(code)),
        onProgress,
      ),
    )
    return { checked, findings: both(first.findings, again) }
  })
}

/** All but the references, which are read from the database and a list. */
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

async function broken(
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

/** What can't be read is a finding of its own, and the check goes on. */
async function unreadable({ db, engine }: CheckContext, error: unknown): Promise<string[]> {
  if (engine === 'postgres') await sql`rollback to savepoint begun`.execute(db)
  return [`无法检查：${error instanceof Error ? error.message : String(error)}`]
}

/** What was found both times. */
function both(first: readonly Finding[], again: readonly Finding[]): Finding[] {
  return again.flatMap((finding) => {
    const before = new Set(first.find(({ code }) => code === finding.code)?.items)
    const items = finding.items.filter((item) => before.has(item))
    return items.length > 0 ? [{ ...finding, items }] : []
  })
}

/** The work sees the database as it is at one moment, and can't change it. */
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
