import { writeFile } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { Operation } from '../core/plan.ts'
import type { FileEntry } from '../core/tree.ts'
import { changedMeanwhile } from '../local/files.ts'
import { LARGE, type Placed } from '../local/folderJobs.ts'
import { askFolder } from '../local/folderThread.ts'
import type { RemoteBatch, RemoteOutcome } from '../remote/port.ts'
import { agree, agreeRemoved, authorOf, downloadText, storeBaseBytes, note, type Session } from './context.ts'
import { type Copies, heldElsewhere } from './copies.ts'
import { asksForNewPlan } from './failures.ts'
import { storeReplaced } from './history.ts'
import { sent } from './send.ts'
import { behindLink, emptied, trashTemp, loadFiles, perform, readError, type Outcome } from './transfer.ts'

type Upload = Extract<Operation, { action: 'upload' | 'download' }>
type Removal = Extract<Operation, { action: 'delete-local' | 'delete-remote' }>
export type Batch =
  | { kind: 'upload' | 'download' | 'copy'; steps: Upload[] }
  | { kind: 'remove'; steps: Removal[] }
  | { kind: 'make'; steps: Operation[] }

/** Bytes. Larger files go alone: they would delay the other files of their batch. */
const SMALL = 256 * 1024
/** A batch is held in memory and is lost when the process is killed, so its size is limited. */
const MOST = { paths: 250, bytes: 4 * 1024 * 1024 }

/** The kind of batch that a step can join; null: the step runs alone. */
export function batchKindOf({ remote, trees }: Session, step: Operation, copies: Copies): Batch['kind'] | null {
  if (!remote.batch) return null
  const limit = Math.min(SMALL, remote.batch.limits.fileBytes)
  switch (step.action) {
    case 'upload':
      if (copies.has(step)) return 'copy'
      return step.entry.size <= limit ? 'upload' : null
    case 'download': {
      const emptied = step.entry.size === 0 && (step.expected?.size ?? 0) > 0
      // S25: content that exists here under another path is copied, not downloaded.
      const here = trees.withContent(step.entry.sha256).length > 0
      return step.entry.size > limit || emptied || here || (step.expected?.size ?? 0) > LARGE ? null : 'download'
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
export function batchesOf(session: Session, steps: readonly Operation[], copies: Copies): Batch[] {
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
      (current.batch.steps.length >= Math.min(MOST.paths, limits.paths) ||
        current.bytes + size > Math.min(MOST.bytes, limits.bytes))
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
export async function runBatch(session: Session, batch: Batch, copies: Copies, outcome: Outcome): Promise<void> {
  const remote = session.remote.batch
  if (!remote) return
  const told = new Set<Operation>()
  const tell: Outcome = (step, error) => {
    if (!told.has(step)) outcome(step, error)
    told.add(step)
  }
  try {
    if (batch.kind === 'upload') await uploadMany(session, remote, batch.steps, tell)
    else if (batch.kind === 'copy') await copyMany(session, remote, batch.steps, copies, tell)
    else if (batch.kind === 'download') await downloadMany(session, remote, batch.steps, tell)
    else if (batch.kind === 'remove') await removeMany(session, remote, batch.steps, tell)
    else await makeMany(session, remote, batch.steps, tell)
  } catch (error) {
    for (const step of batch.steps) tell(step, error)
  }
}

async function uploadMany(session: Session, remote: RemoteBatch, steps: readonly Upload[], tell: Outcome) {
  const { store, states, signal } = session
  for (const { path, entry } of steps) states.set(path, 'uploading', '', entry.size)
  const loaded = await loadFiles(session, steps)
  const going: { step: Upload; bytes: Buffer }[] = []
  for (const [n, step] of steps.entries()) {
    const file = loaded[n] ?? changedMeanwhile(step.path)
    if (file instanceof Error) tell(step, file)
    else if (file.sha256 !== step.entry.sha256) tell(step, changedMeanwhile(step.path))
    else going.push({ step, bytes: file.bytes })
  }
  if (going.length === 0) return
  store.batch(() => {
    for (const { step, bytes } of going) {
      storeBaseBytes(session, step.entry, bytes)
      store.sending.add(step.path, step.entry)
    }
  })
  const files = going.map(({ step: { path, entry, expected }, bytes }) => ({ path, entry, bytes, expected }))
  const outcomes = await remote.putMany(files, signal)
  store.batch(() => {
    for (const [n, { step }] of going.entries()) {
      const error = errorOf(step.path, outcomes[n])
      if (error === null) {
        sent(session, step.path, step.entry, step.expected)
        note(session, 'info', step.path, '已上传')
      }
      tell(step, error)
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
  steps: readonly Upload[],
  copies: Copies,
  tell: Outcome,
): Promise<void> {
  const { store, states, signal } = session
  const files = steps.flatMap((step) => {
    const from = copies.get(step)
    return from === undefined ? [] : [{ path: step.path, entry: step.entry, from, expected: step.expected }]
  })
  store.batch(() => {
    for (const { path, entry } of files) store.sending.add(path, entry)
  })
  for (const { path, entry } of files) states.set(path, 'uploading', '', entry.size)
  const outcomes = await remote.putMany(files, signal)
  const refused: Upload[] = []
  store.batch(() => {
    for (const [n, step] of steps.entries()) {
      if (outcomes[n]?.is === 'error') {
        refused.push(step)
        continue
      }
      const error = errorOf(step.path, outcomes[n])
      if (error === null) {
        sent(session, step.path, step.entry, step.expected)
        note(session, 'info', step.path, `内容与“${copies.get(step) ?? ''}”相同，已在服务器上复制，没有重新上传`)
      }
      tell(step, error)
    }
  })
  const isSmall = (step: Upload): boolean => batchKindOf(session, step, new Map()) === 'upload'
  const small = refused.filter(isSmall)
  for (const batch of batchesOf(session, small, new Map())) await runBatch(session, batch, new Map(), tell)
  for (const step of refused) {
    if (isSmall(step)) continue
    await perform(session, step).then(
      () => tell(step, null),
      (error: unknown) => tell(step, error),
    )
  }
}

async function downloadMany(session: Session, remote: RemoteBatch, steps: readonly Upload[], tell: Outcome) {
  const { store, states, layout, local, files, signal } = session
  const contents = new Map<string, Buffer | AppError>()
  for (const { path, entry } of steps) states.set(path, 'downloading', '', entry.size)
  const onFile = (path: string, content: Buffer | AppError): void => void contents.set(path, content)
  await remote.readMany(steps, onFile, signal)
  const coming: { step: Upload; bytes: Buffer; offset: number }[] = []
  let length = 0
  for (const step of steps) {
    const content = contents.get(step.path)
    if (content instanceof AppError) tell(step, content.code === 'not-found' ? changedMeanwhile(step.path) : content)
    else if (!content) tell(step, new AppError('bad-answer', `服务器未返回“${step.path}”，将重试`))
    else {
      coming.push({ step, bytes: content, offset: length })
      length += content.length
    }
  }
  const all = new Uint8Array(length)
  for (const { bytes, offset } of coming) all.set(bytes, offset)
  for (const { step } of coming) await storeReplaced(session, step.path, step.expected)
  const placed = await askFolder<'place'>({
    do: 'place',
    root: layout.root,
    temp: layout.temp,
    bytes: all.buffer,
    files: coming.map(({ step: { path, entry, expected }, bytes, offset }) => ({
      disk: local.diskPath(path),
      offset,
      size: bytes.length,
      sha256: entry.sha256,
      expected: expected?.sha256 ?? null,
    })),
  })
  for (const [n, { step }] of coming.entries()) {
    const result = placed[n]
    if (result && 'held' in result && result.held !== null) await files.keepAside(result.held, step.path)
  }
  store.batch(() => {
    for (const [n, { step, bytes }] of coming.entries()) {
      const result = placed[n]
      const error = placeError(step, result)
      if (error === null && result && 'stamp' in result) {
        storeBaseBytes(session, step.entry, bytes)
        store.addUnsynced(step.path)
        const text = downloadText(session, step.path)
        local.recordOwnWrite(step.path, step.entry, result.stamp)
        agree(session, step.path, step.entry)
        note(session, 'info', step.path, text, authorOf(session, step.path))
      }
      tell(step, error)
    }
  })
}

/** S20: the bytes are in the trash before the server is asked to delete. */
async function removeMany(session: Session, remote: RemoteBatch, steps: readonly Removal[], tell: Outcome) {
  const { trash, store, signal } = session
  const wanted = steps.flatMap(({ path, expected }) => (expected.kind === 'file' ? [{ path, entry: expected }] : []))
  const contents = new Map<string, Buffer | AppError>()
  const kept = new Map<string, string>()
  // The content of a moved file is copied from its new path (S25).
  for (const { path, entry } of wanted) {
    const copy = await heldElsewhere(session, entry)
    if (copy !== null) kept.set(path, await trashTemp(session, path, entry, copy))
  }
  const missing = wanted.filter(({ path }) => !kept.has(path))
  if (missing.length > 0) await remote.readMany(missing, (path, content) => void contents.set(path, content), signal)
  const going: Removal[] = []
  for (const step of steps) {
    if (step.expected.kind === 'folder' || kept.has(step.path)) {
      going.push(step)
      continue
    }
    const content = contents.get(step.path) ?? new AppError('not-found', step.path)
    const error = readError(step.path, step.expected, content)
    if (error || content instanceof AppError) {
      tell(step, error)
      continue
    }
    const what = { path: step.path, side: 'remote', size: step.expected.size } as const
    kept.set(step.path, await trash.take(what, (place) => writeFile(place, content)))
    going.push(step)
  }
  if (going.length === 0) return
  const outcomes = await remote.removeMany(
    going.map(({ path, expected }) => ({ path, expected })),
    signal,
  )
  const errors = going.map(({ path }, n) => errorOf(path, outcomes[n]))
  for (const [n, { path }] of going.entries()) {
    const entry = kept.get(path)
    if (entry !== undefined && asksForNewPlan(errors[n])) await trash.remove(entry)
  }
  store.batch(() => {
    for (const [n, step] of going.entries()) {
      if (errors[n] === null) {
        agreeRemoved(session, step.path, step.expected)
        note(session, 'info', step.path, '本地已删除，服务器上也已删除')
      }
      tell(step, errors[n] ?? null)
    }
  })
}

async function makeMany(session: Session, remote: RemoteBatch, steps: readonly Operation[], tell: Outcome) {
  const { store, signal } = session
  const outcomes = await remote.putMany(
    steps.map(({ path }) => ({ path, entry: { kind: 'folder' } })),
    signal,
  )
  store.batch(() => {
    for (const [n, step] of steps.entries()) {
      const error = errorOf(step.path, outcomes[n])
      if (error === null) agree(session, step.path, { kind: 'folder' })
      tell(step, error)
    }
  })
}

function errorOf(path: string, outcome: RemoteOutcome | undefined): AppError | null {
  if (!outcome) return new AppError('bad-answer', `服务器未返回“${path}”的处理结果，将重试`)
  if (outcome.is === 'ok') return null
  return outcome.is === 'conflict' ? new AppError('conflict', `服务器上的“${path}”又有变化，将重新比较`) : outcome.error
}

function placeError({ path, entry }: { path: string; entry: FileEntry }, result: Placed | undefined): Error | null {
  if (!result || 'changed' in result) return changedMeanwhile(path)
  if ('link' in result) return behindLink(path)
  if ('code' in result) return Object.assign(new Error(result.message), { code: result.code })
  if ('spoiled' in result) return result.spoiled === 'empty' && entry.size > 0 ? emptied(path) : changedMeanwhile(path)
  return null
}
