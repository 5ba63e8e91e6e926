import { type BatchOutcome, type PutBatchHead, readBatchHead, MAX_SYNC_BATCH } from '#shared/contract/templateSync.ts'
import { envelopeError } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { cutBytes, splitHeadedBytes, encodeHeadedBytes } from '#shared/util/headedBytes.ts'
import { parseJsonOrNull } from '#shared/util/json.ts'
import type { ApiClient } from '#services/types.ts'
import type { RemoteBatch, RemoteOutcome, RemoteWrite } from './remote.ts'

const MAX_HEAD = 16 * 1024 * 1024
/** ms. Timeout: writing hundreds of files takes long on a busy disk. */
const TIMEOUT_MS = 120_000

/** Transfers many small files of a template in one request, on Sitecraft's own server. */
export function createNativeBatch(client: ApiClient, folder: string, machine: string, copies: boolean): RemoteBatch {
  return {
    limits: MAX_SYNC_BATCH,
    copies,
    async readMany(files, onFile, signal) {
      const paths = files.map(({ path }) => path)
      const options = { signal, timeoutMs: TIMEOUT_MS }
      const body = await client.readBytes('templateSync.readBatch', { folder, paths }, options)
      for (const { path, content } of parseFiles(body, paths)) await onFile(path, content)
    },
    async putMany(files, signal) {
      const body = encodeHeadedBytes(
        Buffer.from(JSON.stringify({ folder, machine, files: files.map(headOf) })),
        bytesOf(files),
      )
      const { data } = await client.sendBytes('templateSync.putBatch', body, { signal, timeoutMs: TIMEOUT_MS })
      return toOutcomes(data.outcomes, files.length, 'templateSync.putBatch')
    },
    async removeMany(items, signal) {
      const paths = items.map(({ path, expected }) => ({
        path,
        folderEntry: expected.kind === 'folder',
        expected: expected.kind === 'folder' ? null : expected.sha256,
      }))
      const options = { signal, timeoutMs: TIMEOUT_MS }
      const { data } = await client.call('templateSync.removeBatch', { folder, machine, paths }, options)
      return toOutcomes(data.outcomes, items.length, 'templateSync.removeBatch')
    },
  }
}

const headOf = (file: RemoteWrite): PutBatchHead['files'][number] => {
  if (!('expected' in file)) return { kind: 'folder', path: file.path }
  const head = { path: file.path, expected: file.expected?.sha256 ?? null, sha256: file.entry.sha256 }
  return 'bytes' in file
    ? { ...head, kind: 'file', size: file.bytes.length }
    : { ...head, kind: 'copy', from: file.from }
}

const bytesOf = (files: readonly RemoteWrite[]): Buffer[] =>
  files.flatMap((file) => ('bytes' in file ? [file.bytes] : []))

function toOutcomes(outcomes: readonly BatchOutcome[], wanted: number, operation: string): RemoteOutcome[] {
  if (outcomes.length !== wanted) throw incompleteResponseError()
  return outcomes.map((outcome): RemoteOutcome =>
    outcome.is === 'error' ? { is: 'error', error: envelopeError(outcome, operation) } : outcome,
  )
}

/** The files of a response. AppError bad-answer unless it is complete and lists exactly the requested files. */
function parseFiles(body: Buffer, asked: readonly string[]): { path: string; content: Buffer | AppError }[] {
  const read = splitHeadedBytes(body, MAX_HEAD)
  const { success, data } = readBatchHead.safeParse(read && parseJsonOrNull(Buffer.from(read.head).toString()))
  if (!read || !success || data.files.length !== asked.length) throw incompleteResponseError()
  const pieces = cutBytes(
    read.rest,
    data.files.map((file) => (file.is === 'ok' ? file.size : 0)),
  )
  if (!pieces) throw incompleteResponseError()
  return data.files.map((file, at) => {
    const piece = pieces[at]
    if (file.path !== asked[at] || !piece) throw incompleteResponseError()
    const content =
      file.is === 'ok'
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
        : envelopeError(file, 'templateSync.readBatch')
    return { path: file.path, content }
  })
}

const incompleteResponseError = (): AppError => new AppError('bad-answer', '服务器的响应不完整，未采用，将重试')
