import type { Operation } from '../core/plan.ts'
import type { FileEntry } from '../core/tree.ts'
import type { Session } from './context.ts'

/** Uploads whose content the server already holds, with the path of that content. */
export type Copies = ReadonlyMap<Operation, string>

/**
 * S25: a file that was renamed or copied in the folder is copied on the server if its content is still there under
 * another path, or in the history of a file that was just removed (a case-only rename removes the old name first, S33).
 * The server verifies the content itself.
 */
export function findCopies({ remote, removedContents, trees }: Session, operations: readonly Operation[]): Copies {
  const copies = new Map<Operation, string>()
  if (!remote.batch?.copies) return copies
  const uploads = operations.flatMap((step) =>
    step.action === 'upload' && step.entry.size > 0 ? [{ step, sha256: step.entry.sha256 }] : [],
  )
  const isOnServer = (path: string, sha256: string): boolean => {
    const there = trees.get('remote', path)
    return there?.kind === 'file' && there.sha256 === sha256
  }
  const wanted = new Set(uploads.map(({ sha256 }) => sha256))
  const sources = new Map<string, string | undefined>()
  // The old path of a renamed file is open: the server still has it, the folder does not.
  for (const path of wanted.size > 0 ? trees.openPaths : []) {
    const there = trees.get('remote', path)
    if (there?.kind === 'file' && wanted.has(there.sha256)) sources.set(there.sha256, path)
  }
  for (const { step, sha256 } of uploads) {
    if (!sources.has(sha256)) {
      const here = trees.findByContent(sha256).find((path) => isOnServer(path, sha256))
      sources.set(sha256, here ?? removedContents.get(sha256))
    }
    const source = sources.get(sha256)
    if (source !== undefined) copies.set(step, source)
  }
  return copies
}

/** A temp copy of a local file with this content; null when there is none. */
export async function copyLocalContent({ trees, files }: Session, entry: FileEntry): Promise<string | null> {
  for (const path of trees.findByContent(entry.sha256)) {
    const copy = await files.snapshot(path, entry).catch(() => null)
    if (copy !== null) return copy
  }
  return null
}
