import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import type { AnswerOf } from '#shared/contract/registry.ts'
import { rowsSince } from '#server/storage/templates/rows.ts'
import { templateFor, type TemplateRow } from '../template/index.ts'
import { present } from './present.ts'

/** More than that is read faster as a whole. */
const MOST = 20_000

/** What changed since a version, from what is kept of the template: it costs as much as there are changes. */
export const changes: Handler<'templateSync.changes'> = async (ctx, { folder, ...since }) =>
  changesOf(ctx, await templateFor(ctx, { folder }, 'read'), since)

/** The same of a template as it was just read. */
export async function changesOf(
  { db }: CallContext,
  { id, version, feedEpoch, feedFloor }: TemplateRow,
  { since, epoch }: { since: number; epoch: string },
): Promise<AnswerOf<'templateSync.changes'>> {
  const reset = { version, epoch: feedEpoch, reset: true, entries: [] }
  // A version higher than the present one means that the database was restored from a backup.
  if (epoch !== feedEpoch || since < feedFloor || since > version) return reset
  const rows = since === version ? [] : await rowsSince(db, id, since, MOST + 1)
  return rows.length > MOST ? reset : { ...reset, reset: false, entries: rows.map(present) }
}
