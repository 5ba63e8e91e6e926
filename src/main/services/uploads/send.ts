import PQueue from 'p-queue'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { NOT_AN_API } from '../api/readAnswer.ts'
import type { ApiClient, Uploaded } from '../types.ts'
import type { TokenBucket } from './core/bucket.ts'
import { mayBeUnreachable } from './core/decide.ts'
import type { PlannedChunk } from './core/plan.ts'
import type { UploadRecord } from './record.ts'
import { FileChangedError, readSpan } from './source.ts'
import { kindOf, parametersOf, planOf } from './target.ts'

/** ms of silence on a socket after which its request fails. */
export interface UploadTimeouts {
  chunk: number
  /** Storing a whole file of several GB may take the server longer. */
  whole: number
}

export interface Sending {
  client: ApiClient
  /** Our own server: accepts raw chunks and stores them. */
  isOwn: boolean
  signal: AbortSignal
  patience: UploadTimeouts
  /** Returns the current record; called before each chunk. */
  record(): UploadRecord
  /** Resolves when the file's hash is final or has failed. */
  hashed: Promise<void>
  /** The bandwidth limit that all uploads share. */
  bucket: TokenBucket
  /** Reports bytes that were written to the socket. */
  sent(bytes: number): void
  /** Reports the bytes that the server has stored, and the bytes of unacknowledged chunks. */
  acknowledged(bytes: number, underway: number): void
}

/** Parallel chunks: the server flushes one to disk while the next one arrives. */
const PARALLEL_CHUNKS = 2

/** Sends the chunks that the server does not have yet; resolves with its answer for the whole file. */
export async function sendFile(sending: Sending): Promise<Uploaded> {
  const { client, isOwn, signal, record, patience, bucket } = sending
  const kind = kindOf(record().target)
  const plan = planOf(record(), isOwn)
  const { chunks } = plan
  const here = new Set<number>()
  const underway = new Map<number, number>()
  const acknowledged = (): void => {
    const sent = [...underway.values()].reduce((sum, bytes) => sum + bytes, 0)
    sending.acknowledged(bytesOf(chunks, here), sent)
  }
  const [first] = chunks
  if (chunks.length > 1 && first && record().begun) {
    const found = await client.testChunk(kind, parametersOf(record(), plan, first), { signal })
    if (found && 'attachment' in found) return found
    for (const number of found?.uploaded ?? []) here.add(number)
    acknowledged()
  }
  const send = async (chunk: PlannedChunk, options: { signal: AbortSignal; timeoutMs: number }) => {
    const pace = (bytes: number): Promise<void> | void => {
      underway.set(chunk.number, (underway.get(chunk.number) ?? 0) + bytes)
      sending.sent(bytes)
      const wait = bucket.consume(bytes, performance.now())
      return wait > 0 ? sleep(wait, undefined, { signal }) : undefined
    }
    const answer = await client.sendChunk(
      kind,
      {
        parameters: parametersOf(record(), plan, chunk),
        name: record().name,
        raw: isOwn,
        length: chunk.end - chunk.start,
        bytes: readSpan(record(), chunk, (most) => bucket.pieceSize(most), pace),
      },
      options,
    )
    if ('attachment' in answer) return answer
    here.add(chunk.number)
    underway.delete(chunk.number)
    acknowledged()
    return null
  }
  const others = chunks.filter(({ number }) => !here.has(number))
  const last = others.pop()
  const early = await findAnswer(others, signal, (chunk, stop) =>
    send(chunk, { signal: stop, timeoutMs: patience.chunk }),
  )
  if (early) return early
  // The last chunk carries the hash by which the server verifies the whole file.
  await sending.hashed
  signal.throwIfAborted()
  const whole = last ? await send(last, { signal, timeoutMs: patience.whole }) : null
  if (whole) return whole
  throw new AppError('bad-answer', NOT_AN_API, { details: { operation: `upload.${kind}` } })
}

/**
 * Runs `work` for the items in order, some in parallel, until one returns a value. After a lost connection the running
 * items are completed; any other failure stops all. Throws the first failure.
 */
async function findAnswer<T, R>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T, stop: AbortSignal) => Promise<R | null>,
): Promise<R | null> {
  const queue = new PQueue({ concurrency: PARALLEL_CHUNKS })
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  const answers: R[] = []
  const failures: unknown[] = []
  const run = async (item: T): Promise<void> => {
    try {
      const answer = await work(item, ended)
      if (answer !== null) answers.push(answer)
    } catch (error) {
      failures.push(error)
      if (!isTemporary(error)) stop.abort()
    }
    if (answers.length + failures.length > 0) queue.clear()
  }
  for (const item of items) void queue.add(() => run(item))
  await queue.onIdle()
  if (answers[0] === undefined && failures.length > 0) throw failures[0]
  return answers[0] ?? null
}

/** Whether the failure affects only this request, neither the file nor its other chunks. */
const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && !(error instanceof FileChangedError) && mayBeUnreachable(error)

const bytesOf = (chunks: readonly PlannedChunk[], here: ReadonlySet<number>): number =>
  chunks.reduce((sum, { number, start, end }) => sum + (here.has(number) ? end - start : 0), 0)
