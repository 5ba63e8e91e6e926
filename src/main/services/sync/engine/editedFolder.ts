import type { IgnoreRules } from '../core/ignoreRules.ts'
import type { LocalFiles } from '../local/files.ts'
import type { Layout } from '../local/layout.ts'
import { createTrash, type Trash } from '../local/trash.ts'
import type { WorkspaceContext } from './context.ts'

/** The folder of one workspace for who edits files in it: the sync finds what was done there as it finds any change. */
export interface EditedFolder {
  layout: Layout
  files: LocalFiles
  /** Paths of the synced files that are there, as they were seen last, sorted. */
  paths(): string[]
  /** The name on this disk, where it is not the path's NFC form (S32). */
  diskPath(path: string): string
  ignores: IgnoreRules
  /** A trash whose moments are its own: the engine's go with its syncs. */
  openTrash(): Trash
  /** The newest line of the log about a path. */
  lastNote(path: string): { at: string; text: string } | null
}

export const editedFolder = ({ layout, files, trees, local, store, clock }: WorkspaceContext): EditedFolder => ({
  layout,
  files,
  paths() {
    const paths: string[] = []
    for (const [path, entry] of trees.tree('local')) if (entry.kind === 'file') paths.push(path)
    return paths.toSorted()
  },
  diskPath: (path) => local.diskPath(path),
  ignores: (path, kind) => local.ignores(path, kind),
  openTrash: () => createTrash(layout, clock),
  lastNote: (path) => store.log.last(path),
})
