import { readFile } from 'node:fs/promises'
import type { Clock } from '#services/ports.ts'
import type { Logger } from '#services/types.ts'
import type { UploadedFile } from '#shared/contract/host.ts'
import type { LogLine } from '../base/log.ts'
import type { BaseStore } from '../base/store.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { isText, TEXT_LIMIT } from '../core/text.ts'
import { sameEntry, type Entry, type FileEntry } from '../core/tree.ts'
import type { LocalFiles } from '../local/files.ts'
import { sha256Of } from '../local/hash.ts'
import type { Layout } from '../local/layout.ts'
import type { LocalTree } from '../local/localTree.ts'
import type { Trash } from '../local/trash.ts'
import type { Remote } from '../remote/port.ts'
import type { FileStates } from './fileStates.ts'
import type { Heard } from './heard.ts'
import type { RemoteTree } from './remoteTree.ts'
import type { Timing } from './timing.ts'

/** What the parts of one workspace's engine work with. */
export interface WorkspaceContext {
  layout: Layout
  store: BaseStore
  trees: SyncTrees
  local: LocalTree
  remoteTree: RemoteTree
  files: LocalFiles
  trash: Trash
  states: FileStates
  heard: Heard
  /** ms; ends early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  timing: Timing
  clock: Clock
  log: Logger
  /** Content → where it stood on the server until this run removed it there: a rename in case alone asks for it again. */
  removed: Map<string, string>
  /** Who works here: the account, and this computer. */
  self: () => string
}

/** A workspace with the server at hand. */
export interface Session extends WorkspaceContext {
  remote: Remote
  signal: AbortSignal
  /** What this session has put on the server, oldest first. */
  uploaded: UploadedFile[]
}

/** Both sides hold this now (null: nothing): verified, so the base may say so (S28). */
export function agree(bench: Session, path: string, entry: Entry | null): void {
  const before = bench.trees.get('base', path) ?? null
  if (!sameEntry(before ?? undefined, entry ?? undefined)) {
    const theirs = sameEntry(bench.trees.get('remote', path), entry ?? undefined)
    const by = theirs ? authorOf(bench, path) : ''
    bench.store.moments.record({ path, side: theirs ? 'remote' : 'local', by, before, after: entry })
  }
  bench.trees.set('remote', path, entry)
  bench.store.agree(path, entry, bench.clock.now())
}

/** More are forgotten: they are sent again. */
const MAX_REMOVED = 10_000

/** The server has removed a file as it was told. Its history still holds the content, which can be copied from there. */
export function agreeRemoved(bench: Session, path: string, expected: Entry): void {
  agree(bench, path, null)
  if (expected.kind === 'folder') return
  bench.removed.delete(expected.sha256)
  bench.removed.set(expected.sha256, path)
  const [oldest] = bench.removed.size > MAX_REMOVED ? bench.removed.keys() : []
  if (oldest !== undefined) bench.removed.delete(oldest)
}

/**
 * The folder gave up what the server does not have there any more. The server may hold something new under that path
 * already: a file where a folder was, which comes with the next plan.
 */
export function agreeGone(bench: Session, path: string): void {
  const before = bench.trees.get('base', path) ?? null
  bench.store.moments.record({ path, side: 'remote', by: authorOf(bench, path), before, after: null })
  bench.store.agree(path, null, bench.clock.now())
}

/** Keeps a text of the base for merging; `file` holds the bytes. */
export async function storeBaseText(bench: WorkspaceContext, entry: FileEntry, file: string): Promise<void> {
  if (entry.size > TEXT_LIMIT) return
  const bytes = await readFile(file)
  // The file may be edited at this moment: only bytes with the base's hash are kept as base.
  if (sha256Of(bytes) === entry.sha256) storeBaseBytes(bench, entry, bytes)
}

/** The same for bytes that are known to be the entry's. */
export function storeBaseBytes({ store }: WorkspaceContext, { sha256, size }: FileEntry, bytes: Buffer): void {
  if (size <= TEXT_LIMIT && isText(bytes)) store.keepContent(sha256, bytes)
}

/** What is added to a note on something that came from the server: who did it there, where that is known. */
export function byAuthor(session: Pick<Session, 'remote'>, path: string, did: '修改' | '删除'): string {
  const author = authorOf(session, path)
  return author === '' ? '' : `，由${author}${did}`
}

/**
 * What the log says of a download, asked before the base learns of it. The edit of a file that was renamed here comes
 * back under the old name: the line names both.
 */
export function downloadText(session: Session, path: string): string {
  const { trees } = session
  const [base, local] = [trees.get('base', path), trees.get('local', path)]
  const by = byAuthor(session, path, '修改')
  const now = !local && base?.kind === 'file' && base.size > 0 ? renamedTo(trees, base.sha256) : undefined
  return now === undefined
    ? `已下载${by}`
    : `已下载${by}；这个文件在本地已改名为“${now}”，服务器上的修改放在“${path}”，没有合并`
}

/** The new file of the folder with this content. */
const renamedTo = (trees: SyncTrees, sha256: string): string | undefined =>
  trees.withContent(sha256).find((path) => {
    const local = trees.get('local', path)
    return local?.kind === 'file' && local.sha256 === sha256
  })

/** A line of the workspace's lasting log (S40). @param who did it; absent: who works here */
export function note(bench: WorkspaceContext, level: LogLine['level'], path: string, text: string, who?: string): void {
  bench.store.log.add({ at: bench.clock.now().toISOString(), level, path, text, who: who ?? bench.self() })
}

/** Who changed a file on the server last, and on which computer; empty when it is not known. */
export const authorOf = ({ remote }: Pick<Session, 'remote'>, path: string): string => remote.authorOf?.(path) ?? ''
