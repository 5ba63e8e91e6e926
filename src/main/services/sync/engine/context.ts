import { readFile } from 'node:fs/promises'
import type { Clock } from '#services/ports.ts'
import type { Logger } from '#services/types.ts'
import type { UploadedFile } from '#shared/contract/host.ts'
import type { LogLine } from '../base/log.ts'
import type { BaseStore } from '../base/store.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { isText, MAX_TEXT_BYTES } from '../core/text.ts'
import { sameEntry, type Entry, type FileEntry } from '../core/tree.ts'
import type { LocalFiles } from '../local/files.ts'
import { sha256Of } from '../local/hash.ts'
import type { Layout } from '../local/layout.ts'
import type { LocalTree } from '../local/localTree.ts'
import type { Trash } from '../local/trash.ts'
import type { Remote } from '../remote/remote.ts'
import type { FileStates } from './fileStates.ts'
import type { HintTracker } from './hintTracker.ts'
import type { RemoteTree } from './remoteTree.ts'
import type { Timing } from './timing.ts'

/** What the parts of one workspace's engine share. */
export interface WorkspaceContext {
  layout: Layout
  store: BaseStore
  trees: SyncTrees
  local: LocalTree
  remoteTree: RemoteTree
  files: LocalFiles
  trash: Trash
  states: FileStates
  hints: HintTracker
  /** ms; resolves early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  timing: Timing
  clock: Clock
  log: Logger
  /** Content → its path on the server until this run removed it there; a case-only rename copies from it. */
  removedContents: Map<string, string>
  /** The account and computer of the current user. */
  currentAuthor: () => string
}

/** A workspace context with a reachable server. */
export interface Session extends WorkspaceContext {
  remote: Remote
  signal: AbortSignal
  /** Files that this session uploaded, oldest first. */
  uploaded: UploadedFile[]
}

/** Records that both sides now hold this entry (null: nothing). It is verified, so the base may record it (S28). */
export function recordAgreed(context: Session, path: string, entry: Entry | null): void {
  const before = context.trees.get('base', path) ?? null
  if (!sameEntry(before ?? undefined, entry ?? undefined)) {
    const theirs = sameEntry(context.trees.get('remote', path), entry ?? undefined)
    const by = theirs ? authorOf(context, path) : ''
    context.store.restorePoints.record({ path, side: theirs ? 'remote' : 'local', by, before, after: entry })
  }
  context.trees.set('remote', path, entry)
  context.store.recordAgreed(path, entry, context.clock.now())
}

/** Older entries are dropped; their files are then uploaded instead of copied. */
const MAX_REMOVED = 10_000

/** The server has removed an expected file. Its history still holds the content, which can be copied from there. */
export function recordRemoteRemoval(context: Session, path: string, expected: Entry): void {
  recordAgreed(context, path, null)
  if (expected.kind === 'folder') return
  context.removedContents.delete(expected.sha256)
  context.removedContents.set(expected.sha256, path)
  const [oldest] = context.removedContents.size > MAX_REMOVED ? context.removedContents.keys() : []
  if (oldest !== undefined) context.removedContents.delete(oldest)
}

/**
 * The folder has deleted a path that the server no longer has. The server may already hold something new there (a file
 * in place of a folder), which comes with the next plan.
 */
export function recordLocalRemoval(context: Session, path: string): void {
  const before = context.trees.get('base', path) ?? null
  context.store.restorePoints.record({ path, side: 'remote', by: authorOf(context, path), before, after: null })
  context.store.recordAgreed(path, null, context.clock.now())
}

/** Stores a text of the base for merging; `file` holds the bytes. */
export async function storeBaseText(context: WorkspaceContext, entry: FileEntry, file: string): Promise<void> {
  if (entry.size > MAX_TEXT_BYTES) return
  const bytes = await readFile(file)
  // The file may be edited at this moment: only bytes with the entry's hash are stored.
  if (sha256Of(bytes) === entry.sha256) storeBaseBytes(context, entry, bytes)
}

/** The same for bytes that are known to be the entry's. */
export function storeBaseBytes({ store }: WorkspaceContext, { sha256, size }: FileEntry, bytes: Buffer): void {
  if (size <= MAX_TEXT_BYTES && isText(bytes)) store.storeText(sha256, bytes)
}

/** The suffix of a log line that says who changed the file on the server, if known. */
export function formatAuthor(session: Pick<Session, 'remote'>, path: string, did: '修改' | '删除'): string {
  const author = authorOf(session, path)
  return author === '' ? '' : `，由${author}${did}`
}

/**
 * The log text of a download; call it before the base is updated. If the file was renamed locally, the server's edit
 * arrives under the old name, so the text names both.
 */
export function formatDownloadNote(session: Session, path: string): string {
  const { trees } = session
  const [base, local] = [trees.get('base', path), trees.get('local', path)]
  const by = formatAuthor(session, path, '修改')
  const now = !local && base?.kind === 'file' && base.size > 0 ? findRenamedFile(trees, base.sha256) : undefined
  return now === undefined
    ? `已下载${by}`
    : `已下载${by}；该文件在本地已改名为“${now}”，服务器上的修改保存在“${path}”，未合并`
}

/** The new local file with this content. */
const findRenamedFile = (trees: SyncTrees, sha256: string): string | undefined =>
  trees.findByContent(sha256).find((path) => {
    const local = trees.get('local', path)
    return local?.kind === 'file' && local.sha256 === sha256
  })

/** Adds a line to the workspace's persistent log (S40). @param who author of the change; default: the current user */
export function addLogLine(
  context: WorkspaceContext,
  level: LogLine['level'],
  path: string,
  text: string,
  who?: string,
): void {
  context.store.log.add({
    at: context.clock.now().toISOString(),
    level,
    path,
    text,
    who: who ?? context.currentAuthor(),
  })
}

/** Account and computer that last changed a file on the server; empty when unknown. */
export const authorOf = ({ remote }: Pick<Session, 'remote'>, path: string): string => remote.authorOf?.(path) ?? ''
