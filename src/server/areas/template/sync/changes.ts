import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import type { AnswerOf } from '#shared/contract/registry.ts'
import { findRowsSince } from '#server/storage/templates/rows.ts'
import { requireTemplate, type TemplateRow } from '../template/index.ts'
import { present } from './present.ts'

/** With more changes, the client reads the whole manifest faster. */
const MAX_CHANGES = 20_000

/** Reads the changes since a version; the cost is proportional to their number. */
export const readChanges: Handler<'templateSync.changes'> = async (ctx, { folder, ...since }) =>
  readChangesOf(ctx, await requireTemplate(ctx, { folder }, 'read'), since)

/** Like `changes`, for a template that was just read. */
export async function readChangesOf(
  { db }: CallContext,
  { id, version, feedEpoch, feedFloor }: TemplateRow,
  { since, epoch }: { since: number; epoch: string },
): Promise<AnswerOf<'templateSync.changes'>> {
  const reset = { version, epoch: feedEpoch, reset: true, entries: [] }
  // A version higher than the current one means that the database was restored from a backup.
  if (epoch !== feedEpoch || since < feedFloor || since > version) return reset
  const rows = since === version ? [] : await findRowsSince(db, id, since, MAX_CHANGES + 1)
  return rows.length > MAX_CHANGES ? reset : { ...reset, reset: false, entries: rows.map(present) }
}
