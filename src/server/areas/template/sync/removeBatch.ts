import type { Handler } from '#server/http/routes.ts'
import { parseInnerEntryPath } from '#server/storage/path.ts'
import type { TemplateChange } from '#server/storage/templates/templateChange.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { BatchOutcome } from '#shared/contract/templateSync.ts'
import { changeFiles } from '../revision/index.ts'
import { requireTemplate } from '../template/index.ts'
import { toCurrentState, toErrorOutcome } from './outcome.ts'

type BatchItem = ParsedOf<'templateSync.removeBatch'>['paths'][number]

/** Removes files whose content equals `expected`, and empty folders, in one commit. */
export const removeBatch: Handler<'templateSync.removeBatch'> = async (ctx, { folder, machine, paths }) => {
  for (const { path } of paths) parseInnerEntryPath(path)
  const template = await requireTemplate(ctx, { folder }, 'write')
  return changeFiles(ctx, template.id, { kind: 'sync', machine }, async (change) => {
    await change.preload(paths.map(({ path }) => parseInnerEntryPath(path)))
    const outcomes: BatchOutcome[] = []
    for (const item of paths) outcomes.push(await removeItem(change, item).catch(toErrorOutcome))
    return { version: change.stamp.version, outcomes }
  })
}

async function removeItem(
  change: TemplateChange,
  { path: given, folderEntry, expected }: BatchItem,
): Promise<BatchOutcome> {
  const path = parseInnerEntryPath(given)
  const existing = await change.find(path)
  // Already removed, perhaps by an earlier call whose response was lost.
  if (!existing) return { is: 'ok' }
  const current = toCurrentState(existing)
  // A file is removed only if its content equals `expected`.
  if (current !== (folderEntry ? 'folder' : expected)) return { is: 'conflict', current }
  if (folderEntry && !(await change.isEmpty(path))) return { is: 'conflict', current }
  await change.remove(path)
  return { is: 'ok' }
}
