import type { Access } from '#shared/contract/define.ts'
import { idsAt, type TargetColumn, targetRefusal, accessTargets } from '#shared/domain/callAccess.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'
import type { CallContext } from './context.ts'

/** Ids in one statement: both databases have a limit of values. */
const CHUNK = 1000

/**
 * Checks that the caller may name every site and column at the input's declared places (`access.places`). The binder
 * calls it before the handler; raw handlers call it through `allow`.
 * @throws AppError `forbidden`
 */
export async function requireTargets(ctx: CallContext, access: Access, input: unknown): Promise<void> {
  const places = accessTargets(access)
  if (places.length === 0) return
  const { authority } = ctx.signed()
  if (isSuper(authority)) return
  for (const place of places) {
    const ids = idsAt(input, place.path)
    const columns = place.of === 'site' ? [] : await findColumns(ctx, ids)
    const refusal = targetRefusal(authority, place, { ids, columns })
    if (refusal !== null) throw new AppError('forbidden', refusal)
  }
}

async function findColumns({ db }: CallContext, ids: readonly number[]): Promise<TargetColumn[]> {
  const found: TargetColumn[] = []
  for (const part of inParts(ids, CHUNK))
    found.push(
      ...(await db.selectFrom('site_column').select(['id', 'siteId', 'title']).where('id', 'in', part).execute()),
    )
  return found
}
