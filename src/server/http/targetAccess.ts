import type { Access } from '#shared/contract/define.ts'
import { idsAt, type TargetColumn, targetRefusal, accessTargets } from '#shared/domain/callAccess.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { createPort } from '../port.ts'
import type { CallContext } from './context.ts'

/** Finds columns by their ids, possibly thousands. */
export const columnFinder =
  createPort<(db: Kysely<Database>, ids: readonly number[]) => Promise<TargetColumn[]>>('columns')

/**
 * Checks that the caller may use each site and column at the declared paths of the input (`accessTargets`). The binder
 * calls it before the handler; raw handlers call it through `allow`.
 * @throws AppError `forbidden`
 */
export async function requireTargets(ctx: CallContext, access: Access, input: unknown): Promise<void> {
  const places = accessTargets(access)
  if (places.length === 0) return
  const { authority } = ctx.requireSignedIn()
  if (isSuper(authority)) return
  for (const place of places) {
    const ids = idsAt(input, place.path)
    const columns = place.of === 'site' ? [] : await columnFinder.get()(ctx.db, ids)
    const refusal = targetRefusal(authority, place, { ids, columns })
    if (refusal !== null) throw new AppError('forbidden', refusal)
  }
}
