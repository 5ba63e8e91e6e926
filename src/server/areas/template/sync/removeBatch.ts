import type { Handler } from '#server/http/routes.ts'
import { parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { BatchOutcome } from '#shared/contract/templateSync.ts'
import { AppError } from '#shared/errors/index.ts'
import { distrust, goneRow, innerPath } from '../feed/index.ts'
import { lockTemplate, templateFor } from '../template/index.ts'
import { type Batch, closeBatch, currentOf, eachPath, recordFormer, openTemplateBatch, errorOutcome } from './batch.ts'

type Item = ParsedOf<'templateSync.removeBatch'>['paths'][number]

/** Removes files whose content is what the caller expects, and folders that are empty, into the trash, in one commit. */
export const removeBatch: Handler<'templateSync.removeBatch'> = async (ctx, { folder, machine, paths }) => {
  for (const { path } of paths)
    if (parsePath(path).length === 0) throw new AppError('invalid', '请提供模板内的路径 path')
  const template = await templateFor(ctx, { folder }, 'write')
  const version = await lockTemplate(ctx.db, template.id)
  const { templates: store } = await storesOf(ctx.deps)
  const stamp = { version, changedBy: ctx.signed().username, machine }
  const at = ctx.clock.now().getTime()
  const of = { db: ctx.db, templateId: template.id, folder: template.folder, store, stamp, at }
  const batch = await openTemplateBatch(
    of,
    paths.map(({ path }) => path),
  )
  ctx.onRollback(async () => {
    distrust(ctx.deps, template.id)
    await batch.files.undo()
  })
  const outcomes: BatchOutcome[] = []
  // Consecutive files run in parallel; a folder waits for everything before it.
  for (let done = 0; done < paths.length;) {
    const folderAt = paths.findIndex((item, index) => index >= done && item.folderEntry)
    const run = paths.slice(done, folderAt === done ? done + 1 : folderAt < 0 ? undefined : folderAt)
    outcomes.push(...(await eachPath(run, (item) => remove(batch, item).catch(errorOutcome))))
    done += run.length
  }
  await closeBatch(batch)
  return { version, outcomes }
}

async function remove(batch: Batch, item: Item): Promise<BatchOutcome> {
  const { folder, files, kept, stamp, rows } = batch
  const path = [folder, ...parsePath(item.path)]
  const there = await files.stat(path)
  // Already removed, perhaps by an earlier call whose answer was lost.
  if (!there) return { is: 'ok' }
  const current = await currentOf(batch, there)
  // A file is removed only if `expected` names its present content.
  if (current !== (item.folderEntry ? 'folder' : item.expected)) return { is: 'conflict', current }
  await recordFormer(batch, there, current)
  try {
    await files.remove(path)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return { is: 'conflict', current }
    throw error
  }
  if (there.kind === 'file') batch.removed.push(innerPath(there))
  const row = kept.get(innerPath(there))
  if (row) rows.push(goneRow(row, stamp))
  return { is: 'ok' }
}
