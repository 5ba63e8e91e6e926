import { isUniqueViolation } from '#server/db/dialect.ts'
import type { CallContext } from '#server/http/context.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { createFolderInUseError, requireFreeFolder, type TemplateRow } from '../template/index.ts'
import { lockTemplateRow, requireRecycledTemplates } from './repo.ts'

/**
 * Restores deleted templates with their files and bindings, all or none.
 * @throws AppError `conflict` when a folder name is in use again
 */
export async function restore(ctx: CallContext, idList: readonly number[]): Promise<null> {
  const ids = [...new Set(idList)].sort((a, b) => a - b)
  for (const row of await requireRecycledTemplates(ctx, ids)) {
    const locked = await lockTemplateRow(ctx.db, row.id)
    if (!locked || locked.deleteTime === null)
      throw new AppError('not-found', `模板“${row.name}”已不在回收站，请刷新后重新选择`)
    await restoreFolderName(ctx, row)
  }
  return null
}

async function restoreFolderName(ctx: CallContext, { id, folder }: TemplateRow): Promise<void> {
  await requireFreeFolder(ctx.db, folder, { except: id, who: ctx.requireSignedIn() })
  const change = { folderKey: nameKey(folder), deleteTime: null, deletedBy: '' }
  try {
    await ctx.db.updateTable('template').set(change).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? createFolderInUseError(folder) : error
  }
}
