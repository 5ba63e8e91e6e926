import type { Handler } from '#server/http/routes.ts'
import { requireInnerPath } from '#server/storage/path.ts'
import type { TemplateChange } from '#server/storage/templates/change.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { BatchOutcome } from '#shared/contract/templateSync.ts'
import { changeFiles } from '../revision/index.ts'
import { templateFor } from '../template/index.ts'
import { currentOf, errorOutcome } from './outcome.ts'

type Item = ParsedOf<'templateSync.removeBatch'>['paths'][number]

/** Removes files whose content equals `expected`, and empty folders, in one commit. */
export const removeBatch: Handler<'templateSync.removeBatch'> = async (ctx, { folder, machine, paths }) => {
  for (const { path } of paths) requireInnerPath(path)
  const template = await templateFor(ctx, { folder }, 'write')
  return changeFiles(ctx, template.id, { kind: 'sync', machine }, async (change) => {
    await change.preload(paths.map(({ path }) => requireInnerPath(path)))
    const outcomes: BatchOutcome[] = []
    for (const item of paths) outcomes.push(await remove(change, item).catch(errorOutcome))
    return { version: change.stamp.version, outcomes }
  })
}

async function remove(change: TemplateChange, { path: given, folderEntry, expected }: Item): Promise<BatchOutcome> {
  const path = requireInnerPath(given)
  const there = await change.find(path)
  // Already removed, perhaps by an earlier call whose response was lost.
  if (!there) return { is: 'ok' }
  const current = currentOf(there)
  // A file is removed only if its content equals `expected`.
  if (current !== (folderEntry ? 'folder' : expected)) return { is: 'conflict', current }
  if (folderEntry && !(await change.isEmpty(path))) return { is: 'conflict', current }
  await change.remove(path)
  return { is: 'ok' }
}
