import { readFile } from 'node:fs/promises'
import type { Clock } from '#services/ports.ts'
import type { Logger } from '#services/types.ts'
import type { UploadedFile } from '#shared/contract/host.ts'
import type { BaseStore } from '../base/store.ts'
import { decodeText, TEXT_LIMIT } from '../core/text.ts'
import type { FileEntry, Tree } from '../core/tree.ts'
import type { LocalFiles } from '../local/files.ts'
import { sha256Of } from '../local/hash.ts'
import type { Layout } from '../local/layout.ts'
import type { Trash } from '../local/trash.ts'
import type { Remote } from '../remote/port.ts'
import type { FileStates } from './fileStates.ts'
import type { Timing } from './timing.ts'

/** What the parts of one workspace's engine work with. */
export interface WorkspaceContext {
  layout: Layout
  store: BaseStore
  files: LocalFiles
  trash: Trash
  states: FileStates
  timing: Timing
  clock: Clock
  log: Logger
}

/** A workbench with the server at hand. */
export interface Session extends WorkspaceContext {
  remote: Remote
  signal: AbortSignal
  /** The local tree of this cycle: content that is here already need not be fetched (S25). */
  local: Tree
  /** What this session has put on the server, oldest first. */
  uploaded: UploadedFile[]
}

/** Both sides hold this now: verified, so the base may say so (S28). `file` holds the bytes, to keep a text for merging. */
export async function agree(bench: WorkspaceContext, path: string, entry: FileEntry, file: string): Promise<void> {
  await keepText(bench, entry, file)
  bench.store.agree(path, entry, bench.clock.now())
}

export async function keepText(bench: WorkspaceContext, entry: FileEntry, file: string): Promise<void> {
  if (entry.size > TEXT_LIMIT || bench.store.content(entry.sha256)) return
  const bytes = await readFile(file)
  // A file that is edited right now must not pass for the base.
  if (sha256Of(bytes) === entry.sha256 && decodeText(bytes)) bench.store.keepContent(entry.sha256, bytes)
}

/** A line of the workspace's lasting log (S40). */
export function note(bench: WorkspaceContext, level: 'info' | 'warning' | 'error', path: string, text: string): void {
  bench.store.log({ at: bench.clock.now().toISOString(), level, path, text })
}
