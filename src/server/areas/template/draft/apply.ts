import type { CallContext } from '#server/http/context.ts'
import { changeFiles } from '../revision/index.ts'
import type { TemplateRow } from '../template/index.ts'
import type { Entry } from './compare.ts'
import { createChangedError } from './contents.ts'

/** A change of one path of a template. */
export interface TreeChange {
  path: string
  now: Entry | null
  next: Entry | null
}

/**
 * Applies changes in the call's transaction, under the template's lock. Their bytes are already stored.
 * @throws AppError `conflict` when the template is no longer at `version`
 */
export async function applyChanges(
  ctx: CallContext,
  template: TemplateRow,
  version: number,
  changes: readonly TreeChange[],
): Promise<void> {
  await changeFiles(ctx, template.id, { kind: 'publish' }, async (change) => {
    if (change.stamp.version !== version + 1) throw createChangedError()
    await change.preload(changes.map(({ path }) => path))
    const removals = changes.filter(({ now, next }) => now && now.kind !== next?.kind)
    for (const { path, now } of removals) if (now?.kind === 'file') await change.remove(path)
    // Deepest folders first; folders that are not empty stay.
    const folders = removals.filter(({ now }) => now?.kind === 'folder').toSorted((a, b) => (a.path < b.path ? 1 : -1))
    for (const { path } of folders) if (await change.isEmpty(path)) await change.remove(path)
    for (const { path, next } of changes)
      if (next?.kind === 'folder') await change.makeFolder(path)
      else if (next) await change.write(path, next)
  })
}

export const toWrittenEntries = (changes: readonly TreeChange[]): Map<string, Entry | null> =>
  new Map(changes.map(({ path, next }) => [path, next]))
