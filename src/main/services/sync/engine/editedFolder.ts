import type { IgnoreRules } from '../core/ignoreRules.ts'
import type { LocalFiles } from '../local/files.ts'
import type { Layout } from '../local/layout.ts'
import { createTrash, type Trash } from '../local/trash.ts'
import type { WorkspaceContext } from './context.ts'

/** A workspace folder as the editor uses it; the sync finds the editor's changes like any other change. */
export interface EditedFolder {
  layout: Layout
  files: LocalFiles
  /** Sorted paths of the synced files, as of the last scan. */
  listPaths(): string[]
  /** The name on the disk, which may differ from the NFC form of the path (S32). */
  diskPath(path: string): string
  ignores: IgnoreRules
  /** A trash with its own restore points; the engine's belong to its syncs. */
  openTrash(): Trash
  /** The newest log line about a path. */
  findLatestNote(path: string): { at: string; text: string } | null
}

export const createEditedFolder = ({ layout, files, trees, local, store, clock }: WorkspaceContext): EditedFolder => ({
  layout,
  files,
  listPaths() {
    const paths: string[] = []
    for (const [path, entry] of trees.copyTree('local')) if (entry.kind === 'file') paths.push(path)
    return paths.toSorted()
  },
  diskPath: (path) => local.diskPath(path),
  ignores: (path, kind) => local.ignores(path, kind),
  openTrash: () => createTrash(layout, clock),
  findLatestNote: (path) => store.log.findLatest(path),
})
