import { writeFile } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { Operation } from '../core/plan.ts'
import type { FileEntry } from '../core/tree.ts'
import { changedMeanwhileError } from '../local/files.ts'
import { MAX_SMALL_FILE_BYTES, type PlacementResult } from '../local/folderJobs.ts'
import { runInFolderThread } from '../local/folderThread.ts'
import type { RemoteBatch, RemoteOutcome } from '../remote/remote.ts'
import {
  recordAgreed,
  recordRemoteRemoval,
  authorOf,
  formatDownloadNote,
  storeBaseBytes,
  addLogLine,
  type Session,
} from './context.ts'
import { type Copies, copyLocalContent } from './copies.ts'
import { requiresNewPlan } from './failures.ts'
import { retainReplacedFile } from './history.ts'
import { recordUploaded } from './uploadFile.ts'
import {
  behindLinkError,
  emptyDownloadError,
  moveTempToTrash,
  loadFiles,
  performStep,
  checkContent,
  type ReportOutcome,
} from './transfer.ts'

type FileTransfer = Extract<Operation, { action: 'upload' | 'download' }>
type Removal = Extract<Operation, { action: 'delete-local' | 'delete-remote' }>
export type Batch =
  | { kind: 'upload' | 'download' | 'copy'; steps: FileTransfer[] }
  | { kind: 'remove'; steps: Removal[] }
  | { kind: 'make'; steps: Operation[] }

/** Bytes. Larger files go alone: they would delay the other files of their batch. */
const MAX_BATCHED_FILE_BYTES = 256 * 1024
/** A batch is held in memory and is lost when the process is killed, so its size is limited. */
const MAX_BATCH = { paths: 250, bytes: 4 * 1024 * 1024 }

/** The kind of batch that a step can join; null: the step runs alone. */
export function batchKindOf({ remote, trees }: Session, step: Operation, copies: Copies): Batch['kind'] | null {
  if (!remote.batch) return null
  const limit = Math.min(MAX_BATCHED_FILE_BYTES, remote.batch.limits.fileBytes)
  switch (step.action) {
    case 'upload':
      if (copies.has(step)) return 'copy'
      return step.entry.size <= limit ? 'upload' : null
    case 'download': {
      const emptied = step.entry.size === 0 && (step.expected?.size ?? 0) > 0
      // S25: content that exists here under another path is copied, not downloaded.
      const here = trees.findByContent(step.entry.sha256).length > 0
      return step.entry.size > limit || emptied || here || (step.expected?.size ?? 0) > MAX_SMALL_FILE_BYTES
        ? null
        : 'download'
    }
    case 'delete-remote':
      return step.expected.kind === 'folder' || step.expected.size <= limit ? 'remove' : null
    case 'make-remote-folder':
      return 'make'
    default:
      return null
  }
}

/** Groups the batchable steps by kind within the server's limits, keeping their order. */
export function groupIntoBatches(session: Session, steps: readonly Operation[], copies: Copies): Batch[] {
  const limits = session.remote.batch?.limits
  const batches: Batch[] = []
  const filling = new Map<Batch['kind'], { batch: Batch; bytes: number }>()
  for (const step of steps) {
    const kind = batchKindOf(session, step, copies)
    if (!limits || kind === null) continue
    const size = kind === 'copy' ? 0 : sizeOf(step)
    let current = filling.get(kind)
    const full =
      current &&
      (current.batch.steps.length >= Math.min(MAX_BATCH.paths, limits.paths) ||
        current.bytes + size > Math.min(MAX_BATCH.bytes, limits.bytes))
    if (!current || full) {
      // `kind` is derived from the step's action, so the cast is safe.
      current = { batch: { kind, steps: [] } as Batch, bytes: 0 }
      filling.set(kind, current)
      batches.push(current.batch)
    }
    const { steps: into } = current.batch as { steps: Operation[] }
    into.push(step)
    current.bytes += size
  }
  return batches
}

const sizeOf = (step: Operation): number => {
  const entry = 'entry' in step ? step.entry : 'expected' in step ? step.expected : null
  return entry?.kind === 'file' ? entry.size : 0
}

/** Carries out a batch and reports the outcome of each step. Throws only when the base can't be written. */
export async function runBatch(session: Session, batch: Batch, copies: Copies, outcome: ReportOutcome): Promise<void> {
  const remote = session.remote.batch
  if (!remote) return
  const reported = new Set<Operation>()
  const report: ReportOutcome = (step, error) => {
    if (!reported.has(step)) outcome(step, error)
    reported.add(step)
  }
  try {
    if (batch.kind === 'upload') await uploadMany(session, remote, batch.steps, report)
    else if (batch.kind === 'copy') await copyMany(session, remote, batch.steps, copies, report)
    else if (batch.kind === 'download') await downloadMany(session, remote, batch.steps, report)
    else if (batch.kind === 'remove') await removeMany(session, remote, batch.steps, report)
    else await createFolders(session, remote, batch.steps, report)
  } catch (error) {
    for (const step of batch.steps) report(step, error)
  }
}

async function uploadMany(
  session: Session,
  remote: RemoteBatch,
  steps: readonly FileTransfer[],
  report: ReportOutcome,
) {
  const { store, states, signal } = session
  for (const { path, entry } of steps) states.set(path, 'uploading', '', entry.size)
  const loaded = await loadFiles(session, steps)
  const ready: { step: FileTransfer; bytes: Buffer }[] = []
  for (const [n, step] of steps.entries()) {
    const file = loaded[n] ?? changedMeanwhileError(step.path)
    if (file instanceof Error) report(step, file)
    else if (file.sha256 !== step.entry.sha256) report(step, changedMeanwhileError(step.path))
    else ready.push({ step, bytes: file.bytes })
  }
  if (ready.length === 0) return
  store.batch(() => {
    for (const { step, bytes } of ready) {
      storeBaseBytes(session, step.entry, bytes)
      store.pendingUploads.add(step.path, step.entry)
    }
  })
  const files = ready.map(({ step: { path, entry, expected }, bytes }) => ({ path, entry, bytes, expected }))
  const outcomes = await remote.putMany(files, signal)
  store.batch(() => {
    for (const [n, { step }] of ready.entries()) {
      const error = errorOf(step.path, outcomes[n])
      if (error === null) {
        recordUploaded(session, step.path, step.entry, step.expected)
        addLogLine(session, 'info', step.path, '已上传')
      }
      report(step, error)
    }
  })
}

/**
 * S25: the server copies content it already has. If a copy is refused because the source changed, the bytes are
 * uploaded.
 */
async function copyMany(
  session: Session,
  remote: RemoteBatch,
  steps: readonly FileTransfer[],
  copies: Copies,
  report: ReportOutcome,
): Promise<void> {
  const { store, states, signal } = session
  const files = steps.flatMap((step) => {
    const from = copies.get(step)
    return from === undefined ? [] : [{ path: step.path, entry: step.entry, from, expected: step.expected }]
  })
  store.batch(() => {
    for (const { path, entry } of files) store.pendingUploads.add(path, entry)
  })
  for (const { path, entry } of files) states.set(path, 'uploading', '', entry.size)
  const outcomes = await remote.putMany(files, signal)
  const refused: FileTransfer[] = []
  store.batch(() => {
    for (const [n, step] of steps.entries()) {
      if (outcomes[n]?.is === 'error') {
        refused.push(step)
        continue
      }
      const error = errorOf(step.path, outcomes[n])
      if (error === null) {
        recordUploaded(session, step.path, step.entry, step.expected)
        addLogLine(session, 'info', step.path, `内容与“${copies.get(step) ?? ''}”相同，已在服务器上复制，没有重新上传`)
      }
      report(step, error)
    }
  })
  const isSmall = (step: FileTransfer): boolean => batchKindOf(session, step, new Map()) === 'upload'
  const small = refused.filter(isSmall)
  for (const batch of groupIntoBatches(session, small, new Map())) await runBatch(session, batch, new Map(), report)
  for (const step of refused) {
    if (isSmall(step)) continue
    await performStep(session, step).then(
      () => report(step, null),
      (error: unknown) => report(step, error),
    )
  }
}

async function downloadMany(
  session: Session,
  remote: RemoteBatch,
  steps: readonly FileTransfer[],
  report: ReportOutcome,
) {
  const { store, states, layout, local, files, signal } = session
  const contents = new Map<string, Buffer | AppError>()
  for (const { path, entry } of steps) states.set(path, 'downloading', '', entry.size)
  const onFile = (path: string, content: Buffer | AppError): void => void contents.set(path, content)
  await remote.readMany(steps, onFile, signal)
  const received: { step: FileTransfer; bytes: Buffer; offset: number }[] = []
  let length = 0
  for (const step of steps) {
    const content = contents.get(step.path)
    if (content instanceof AppError)
      report(step, content.code === 'not-found' ? changedMeanwhileError(step.path) : content)
    else if (!content) report(step, new AppError('bad-answer', `服务器未返回“${step.path}”，将重试`))
    else {
      received.push({ step, bytes: content, offset: length })
      length += content.length
    }
  }
  const all = new Uint8Array(length)
  for (const { bytes, offset } of received) all.set(bytes, offset)
  for (const { step } of received) await retainReplacedFile(session, step.path, step.expected)
  const placed = await runInFolderThread<'place'>({
    do: 'place',
    root: layout.root,
    temp: layout.temp,
    bytes: all.buffer,
    files: received.map(({ step: { path, entry, expected }, bytes, offset }) => ({
      disk: local.diskPath(path),
      offset,
      size: bytes.length,
      sha256: entry.sha256,
      expected: expected?.sha256 ?? null,
    })),
  })
  for (const [n, { step }] of received.entries()) {
    const result = placed[n]
    if (result && 'held' in result && result.held !== null) await files.trashReplacedEdit(result.held, step.path)
  }
  store.batch(() => {
    for (const [n, { step, bytes }] of received.entries()) {
      const result = placed[n]
      const error = placeError(step, result)
      if (error === null && result && 'stamp' in result) {
        storeBaseBytes(session, step.entry, bytes)
        store.addUnsynced(step.path)
        const text = formatDownloadNote(session, step.path)
        local.recordOwnWrite(step.path, step.entry, result.stamp)
        recordAgreed(session, step.path, step.entry)
        addLogLine(session, 'info', step.path, text, authorOf(session, step.path))
      }
      report(step, error)
    }
  })
}

/** S20: the bytes are in the trash before the server is asked to delete. */
async function removeMany(session: Session, remote: RemoteBatch, steps: readonly Removal[], report: ReportOutcome) {
  const { trash, store, signal } = session
  const expectedFiles = steps.flatMap(({ path, expected }) =>
    expected.kind === 'file' ? [{ path, entry: expected }] : [],
  )
  const contents = new Map<string, Buffer | AppError>()
  const trashEntries = new Map<string, string>()
  // The content of a moved file is copied from its new path (S25).
  for (const { path, entry } of expectedFiles) {
    const copy = await copyLocalContent(session, entry)
    if (copy !== null) trashEntries.set(path, await moveTempToTrash(session, path, entry, copy))
  }
  const missing = expectedFiles.filter(({ path }) => !trashEntries.has(path))
  if (missing.length > 0) await remote.readMany(missing, (path, content) => void contents.set(path, content), signal)
  const ready: Removal[] = []
  for (const step of steps) {
    if (step.expected.kind === 'folder' || trashEntries.has(step.path)) {
      ready.push(step)
      continue
    }
    const content = contents.get(step.path) ?? new AppError('not-found', step.path)
    const error = checkContent(step.path, step.expected, content)
    if (error || content instanceof AppError) {
      report(step, error)
      continue
    }
    const what = { path: step.path, side: 'remote', size: step.expected.size } as const
    trashEntries.set(step.path, await trash.add(what, (place) => writeFile(place, content)))
    ready.push(step)
  }
  if (ready.length === 0) return
  const outcomes = await remote.removeMany(
    ready.map(({ path, expected }) => ({ path, expected })),
    signal,
  )
  const errors = ready.map(({ path }, n) => errorOf(path, outcomes[n]))
  for (const [n, { path }] of ready.entries()) {
    const entry = trashEntries.get(path)
    if (entry !== undefined && requiresNewPlan(errors[n])) await trash.remove(entry)
  }
  store.batch(() => {
    for (const [n, step] of ready.entries()) {
      if (errors[n] === null) {
        recordRemoteRemoval(session, step.path, step.expected)
        addLogLine(session, 'info', step.path, '本地已删除，服务器上也已删除')
      }
      report(step, errors[n] ?? null)
    }
  })
}

async function createFolders(
  session: Session,
  remote: RemoteBatch,
  steps: readonly Operation[],
  report: ReportOutcome,
) {
  const { store, signal } = session
  const outcomes = await remote.putMany(
    steps.map(({ path }) => ({ path, entry: { kind: 'folder' } })),
    signal,
  )
  store.batch(() => {
    for (const [n, step] of steps.entries()) {
      const error = errorOf(step.path, outcomes[n])
      if (error === null) recordAgreed(session, step.path, { kind: 'folder' })
      report(step, error)
    }
  })
}

function errorOf(path: string, outcome: RemoteOutcome | undefined): AppError | null {
  if (!outcome) return new AppError('bad-answer', `服务器未返回“${path}”的处理结果，将重试`)
  if (outcome.is === 'ok') return null
  return outcome.is === 'conflict' ? new AppError('conflict', `服务器上的“${path}”又有变化，将重新比较`) : outcome.error
}

function placeError(
  { path, entry }: { path: string; entry: FileEntry },
  result: PlacementResult | undefined,
): Error | null {
  if (!result || 'changed' in result) return changedMeanwhileError(path)
  if ('link' in result) return behindLinkError(path)
  if ('code' in result) return Object.assign(new Error(result.message), { code: result.code })
  if ('spoiled' in result)
    return result.spoiled === 'empty' && entry.size > 0 ? emptyDownloadError(path) : changedMeanwhileError(path)
  return null
}
