import { isTaken } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { folderTaken, requireFreeFolder, type TemplateRow } from '../template/index.ts'
import { lockTemplateRow, recycledFor } from './repo.ts'

/**
 * Restores deleted templates with their files and bindings, all or none.
 * @throws AppError `conflict` when a folder name is in use again
 */
export async function restore(ctx: CallContext, given: readonly number[]): Promise<null> {
  const ids = [...new Set(given)].sort((a, b) => a - b)
  for (const row of await recycledFor(ctx, ids)) {
    const held = await lockTemplateRow(ctx.db, row.id)
    if (!held || held.deleteTime === null)
      throw new AppError('not-found', `模板“${row.name}”已不在回收站，请刷新后重新选择`)
    await giveBackName(ctx, row)
  }
  return null
}

async function giveBackName(ctx: CallContext, { id, folder }: TemplateRow): Promise<void> {
  await requireFreeFolder(ctx.db, folder, { except: id, who: ctx.signed() })
  const change = { folderKey: nameKey(folder), deleteTime: null, deletedBy: '' }
  try {
    await ctx.db.updateTable('template').set(change).where('id', '=', id).execute()
  } catch (error) {
    throw isTaken(error) ? folderTaken(folder) : error
  }
}
