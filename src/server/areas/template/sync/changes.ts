import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import type { AnswerOf } from '#shared/contract/registry.ts'
import { rowsSince } from '#server/storage/templates/rows.ts'
import { templateFor, type TemplateRow } from '../template/index.ts'
import { present } from './present.ts'

/** With more changes, the client reads the whole manifest faster. */
const MOST = 20_000

/** Reads the changes since a version; the cost is proportional to their number. */
export const changes: Handler<'templateSync.changes'> = async (ctx, { folder, ...since }) =>
  changesOf(ctx, await templateFor(ctx, { folder }, 'read'), since)

/** Like `changes`, for a template that was just read. */
export async function changesOf(
  { db }: CallContext,
  { id, version, feedEpoch, feedFloor }: TemplateRow,
  { since, epoch }: { since: number; epoch: string },
): Promise<AnswerOf<'templateSync.changes'>> {
  const reset = { version, epoch: feedEpoch, reset: true, entries: [] }
  // A version higher than the current one means that the database was restored from a backup.
  if (epoch !== feedEpoch || since < feedFloor || since > version) return reset
  const rows = since === version ? [] : await rowsSince(db, id, since, MOST + 1)
  return rows.length > MOST ? reset : { ...reset, reset: false, entries: rows.map(present) }
}
