import type { Attachment } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { NOT_AN_API } from '../api/answer.ts'
import type { ApiClient } from '../types.ts'
import { planChunks, type PlannedChunk } from './core/plan.ts'
import type { UploadRecord } from './record.ts'
import { readSpan } from './source.ts'
import { kindOf, parametersOf } from './target.ts'

/** Silence on a socket after which its request has failed, ms. */
export interface Patience {
  chunk: number
  /** Storing a whole file of several GB may take the server longer. */
  whole: number
}

export interface Sending {
  client: ApiClient
  /** Our own server: raw chunks that it remembers. */
  own: boolean
  signal: AbortSignal
  patience: Patience
  /** Asked before each chunk: what the record says now. */
  record(): UploadRecord
  /** Resolves when no more is going to be known of the file's hash. */
  hashed: Promise<void>
  pieceSize(most: number): number
  /** Bytes that went to the socket; resolves when the next may go. */
  pace(bytes: number): Promise<void> | void
  /** The server has these bytes of the file safely. */
  acknowledged(bytes: number): void
}

/** Sends what the server does not have yet, chunk by chunk; answers what it made of the whole. */
export async function sendFile(sending: Sending): Promise<Attachment> {
  const { client, own, signal, record } = sending
  const kind = kindOf(record().target)
  const plan = planChunks(record().size, own)
  const { chunks } = plan
  const many = chunks.length > 1
  const here = new Set<number>()
  const [first] = chunks
  if (many && first && record().begun) {
    const found = await client.testChunk(kind, parametersOf(record(), plan, first), { signal })
    if (found && 'attachment' in found) return found.attachment
    for (const number of found?.uploaded ?? []) here.add(number)
    sending.acknowledged(bytesOf(chunks, here))
  }
  for (const chunk of chunks) {
    if (here.has(chunk.number)) continue
    // The last chunk makes the file: it brings the hash by which the server checks the whole.
    if (here.size + 1 === chunks.length) await sending.hashed
    signal.throwIfAborted()
    const answer = await client.sendChunk(
      kind,
      {
        parameters: parametersOf(record(), plan, chunk),
        name: record().name,
        raw: own,
        length: chunk.end - chunk.start,
        bytes: readSpan(record(), chunk, sending.pieceSize, sending.pace),
      },
      { signal, timeoutMs: here.size + 1 === chunks.length ? sending.patience.whole : sending.patience.chunk },
    )
    if ('attachment' in answer) return answer.attachment
    here.add(chunk.number)
    sending.acknowledged(bytesOf(chunks, here))
  }
  throw new AppError('bad-answer', NOT_AN_API, { details: { operation: `upload.${kind}` } })
}

const bytesOf = (chunks: readonly PlannedChunk[], here: ReadonlySet<number>): number =>
  chunks.reduce((sum, { number, start, end }) => sum + (here.has(number) ? end - start : 0), 0)
