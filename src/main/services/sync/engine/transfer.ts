import { rename, rm } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { Operation } from '../core/plan.ts'
import { MAX_TEXT_BYTES } from '../core/text.ts'
import { FOLDER, sameEntry, type FileEntry } from '../core/tree.ts'
import { changedMeanwhileError } from '../local/files.ts'
import { runInFolderThread } from '../local/folderThread.ts'
import { sha256Of } from '../local/hash.ts'
import { hashFile } from '../local/hashFile.ts'
import { copyLocalContent } from './copies.ts'
import { requiresNewPlan } from './failures.ts'
import {
  recordAgreed,
  recordLocalRemoval,
  recordRemoteRemoval,
  authorOf,
  formatAuthor,
  formatDownloadNote,
  storeBaseBytes,
  storeBaseText,
  addLogLine,
  type Session,
} from './context.ts'
import { retainReplacedFile } from './history.ts'
import { uploadFile } from './uploadFile.ts'

/** Reports the outcome of a step; a null error means success. */
export type ReportOutcome = (step: Operation, error: unknown) => void

/** A step that changes a side: all except changes of the base alone. */
export type TransferStep = Exclude<Operation, { action: 'adopt' | 'forget' }>

/** Carries out one operation; the base is updated only when it is done and verified (S28). */
export async function performStep(session: Session, operation: TransferStep): Promise<void> {
  const { path } = operation
  const { files, local, remote, signal } = session
  switch (operation.action) {
    case 'download':
      return download(session, path, operation.entry, operation.expected)
    case 'upload':
      return upload(session, path, operation.entry, operation.expected)
    case 'delete-local':
      if (operation.expected.kind === 'folder') await files.removeFolder(path)
      else await files.discard(path, operation.expected)
      addLogLine(
        session,
        'info',
        path,
        `服务器已删除，本地移入回收站${formatAuthor(session, path, '删除')}`,
        authorOf(session, path),
      )
      local.recordOwnWrite(path, null)
      return recordLocalRemoval(session, path)
    case 'delete-remote':
      if (operation.expected.kind === 'folder') await remote.removeFolder(path, signal)
      else await removeRemote(session, path, operation.expected)
      addLogLine(session, 'info', path, '本地已删除，服务器上也已删除')
      return recordRemoteRemoval(session, path, operation.expected)
    case 'make-local-folder':
      await files.makeFolder(path)
      local.recordOwnWrite(path, FOLDER)
      return recordAgreed(session, path, FOLDER)
    case 'make-remote-folder':
      await remote.makeFolder(path, signal)
      return recordAgreed(session, path, FOLDER)
  }
}

/** Maximum number of steps per transaction that copy agreed entries into the base together with their texts. */
const MAX_AGREED_STEPS = 200
/** Bytes of texts per such transaction, unless a single text is larger. */
const MAX_AGREED_BYTES = 8 * 1024 * 1024

/** Handles steps where both sides already agree: only the base is updated. Throws when the base can't be written. */
export async function recordAgreedSteps(
  session: Session,
  steps: readonly Operation[],
  outcome: ReportOutcome,
): Promise<void> {
  const { store, clock } = session
  for (const some of groupAgreedSteps(steps)) {
    const texts = some.filter(hasText)
    const loaded = new Map(zip(texts, await loadFiles(session, texts)))
    session.signal.throwIfAborted()
    store.batch(() => {
      for (const step of some) {
        const found = loaded.get(step)
        if (found instanceof Error) {
          outcome(step, found)
          continue
        }
        const entry = step.action === 'adopt' ? step.entry : null
        // The file may be edited at this moment: only bytes with the entry's hash are stored for merging.
        if (found && entry?.kind === 'file' && found.sha256 === entry.sha256)
          storeBaseBytes(session, entry, found.bytes)
        store.recordAgreed(step.path, entry, clock.now())
        outcome(step, null)
      }
    })
  }
}

/** Whether the file's bytes may be stored as a base text. */
const hasText = (step: Operation): boolean =>
  step.action === 'adopt' && step.entry.kind === 'file' && step.entry.size <= MAX_TEXT_BYTES

function* groupAgreedSteps(steps: readonly Operation[]): Generator<Operation[]> {
  let some: Operation[] = []
  let bytes = 0
  for (const step of steps) {
    const size = hasText(step) && 'entry' in step && step.entry.kind === 'file' ? step.entry.size : 0
    if (some.length === MAX_AGREED_STEPS || (some.length > 0 && bytes + size > MAX_AGREED_BYTES)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(step)
    bytes += size
  }
  if (some.length > 0) yield some
}

interface LoadedFile {
  bytes: Buffer
  sha256: string
}

const zip = (steps: readonly Operation[], files: readonly (LoadedFile | Error)[]): [Operation, LoadedFile | Error][] =>
  steps.map((step, n) => [step, files[n] ?? changedMeanwhileError(step.path)])

/**
 * Reads the files of the steps into memory on the folder's worker thread. @returns each file, or why it can't be read
 */
export async function loadFiles(session: Session, steps: readonly Operation[]): Promise<(LoadedFile | Error)[]> {
  if (steps.length === 0) return []
  const disks = steps.map(({ path }) => session.local.diskPath(path))
  const { bytes, files } = await runInFolderThread<'load'>({ do: 'load', root: session.layout.root, disks })
  return steps.map(({ path }, n) => {
    const file = files[n]
    if (!file || 'missing' in file) return changedMeanwhileError(path)
    if ('link' in file) return behindLinkError(path)
    if ('code' in file) return Object.assign(new Error(file.message), { code: file.code })
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset + file.offset, file.size), sha256: file.sha256 }
  })
}

/** Files behind a symbolic link are not part of the template. */
export const behindLinkError = (path: string): AppError =>
  new AppError('unsupported', `“${path}”所在的文件夹是符号链接，无法同步`)

async function download(session: Session, path: string, entry: FileEntry, expected: FileEntry | null): Promise<void> {
  const { files, states, local } = session
  const text = formatDownloadNote(session, path)
  states.set(path, 'downloading', '', entry.size)
  await withTemp(await fetchContent(session, path, entry), async (temp) => {
    await storeBaseText(session, entry, temp)
    // The base store keeps only texts: before an empty file replaces a file with content, the old content goes to the
    // trash.
    if (expected && expected.size > 0 && entry.size === 0) await copyLocalToTrash(session, path, expected)
    await retainReplacedFile(session, path, expected)
    await files.place(temp, path, entry, expected)
    local.recordOwnWrite(path, entry)
    recordAgreed(session, path, entry)
  })
  addLogLine(session, 'info', path, text, authorOf(session, path))
}

async function upload(session: Session, path: string, entry: FileEntry, expected: FileEntry | null): Promise<void> {
  const { files, states } = session
  states.set(path, 'uploading', '', entry.size)
  await withTemp(await files.snapshot(path, entry), async (temp) => {
    await uploadFile(session, path, { temp, entry }, expected)
  })
  addLogLine(session, 'info', path, '已上传')
}

/** S20: the bytes are in the trash before the server is asked to delete. */
async function removeRemote(session: Session, path: string, expected: FileEntry): Promise<void> {
  // The removal compares the server's content itself, so a local file with the same content suffices (S25).
  const entry = await moveTempToTrash(session, path, expected, await fetchContent(session, path, expected))
  try {
    await session.remote.removeFile(path, expected, session.signal)
  } catch (error) {
    // After any other error the server may have deleted the file without a response: the trash then has the only copy.
    if (requiresNewPlan(error)) await session.trash.remove(entry)
    throw error
  }
}

/**
 * Stores the server's bytes in the trash and returns the trash entry. Error: conflict when they are not the expected
 * ones.
 */
export async function copyRemoteToTrash(session: Session, path: string, expected: FileEntry): Promise<string> {
  return moveTempToTrash(session, path, expected, await readRemote(session, path, expected))
}

/** Moves a temp file with the server's content to the trash and returns the trash entry. */
export const moveTempToTrash = (session: Session, path: string, { size }: FileEntry, temp: string): Promise<string> =>
  withTemp(temp, () => session.trash.add({ path, side: 'remote', size }, (place) => rename(temp, place)))

/** Stores a copy of the local bytes in the trash. Error: conflict when they are not the expected ones. */
export async function copyLocalToTrash(session: Session, path: string, expected: FileEntry): Promise<string> {
  const temp = await session.files.snapshot(path, expected)
  return withTemp(temp, () =>
    session.trash.add({ path, side: 'local', size: expected.size }, (place) => rename(temp, place)),
  )
}

/** A verified temp file with the server's bytes. */
export async function readRemote(session: Session, path: string, entry: FileEntry): Promise<string> {
  const temp = session.files.tempPath()
  try {
    await session.remote.read(path, temp, session.signal)
    const found = await hashFile(temp, session.signal)
    if (found.size === 0 && entry.size > 0) throw emptyDownloadError(path)
    if (!sameEntry(found, entry)) throw changedMeanwhileError(path)
    return temp
  } catch (error) {
    await rm(temp, { force: true })
    if (error instanceof AppError && error.code === 'not-found') throw changedMeanwhileError(path)
    throw error
  }
}

/** The same checks for bytes from a batch. */
export function checkContent(path: string, entry: FileEntry, content: Buffer | AppError): AppError | null {
  if (content instanceof AppError) return content.code === 'not-found' ? changedMeanwhileError(path) : content
  if (content.length === 0 && entry.size > 0) return emptyDownloadError(path)
  return sha256Of(content) === entry.sha256 ? null : changedMeanwhileError(path)
}

/** S29: an empty download is never used for a file that has content. */
export const emptyDownloadError = (path: string): AppError =>
  new AppError('bad-answer', `“${path}”下载到的内容为空，未采用，将重试`)

/** Content from a local file that already has it (after a rename on the server), otherwise from the server. */
async function fetchContent(session: Session, path: string, entry: FileEntry): Promise<string> {
  return (await copyLocalContent(session, entry)) ?? readRemote(session, path, entry)
}

async function withTemp<T>(temp: string, work: (temp: string) => Promise<T>): Promise<T> {
  try {
    return await work(temp)
  } finally {
    await rm(temp, { force: true })
  }
}
