import { type BatchOutcome, type PutBatchHead, readBatchHead, SYNC_BATCH } from '#shared/contract/templateSync.ts'
import { envelopeError } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { cutBytes, readHead, withHead } from '#shared/util/headedBytes.ts'
import { jsonOrNull } from '#shared/util/json.ts'
import type { ApiClient } from '#services/types.ts'
import type { RemoteBatch, RemoteOutcome, RemoteWrite } from './port.ts'

const MAX_HEAD = 16 * 1024 * 1024
/** ms. Timeout: writing hundreds of files takes long on a busy disk. */
const PATIENCE = 120_000

/** Transfers many small files of a template in one request, on Sitecraft's own server. */
export function nativeBatch(client: ApiClient, folder: string, machine: string, copies: boolean): RemoteBatch {
  return {
    limits: SYNC_BATCH,
    copies,
    async readMany(files, onFile, signal) {
      const paths = files.map(({ path }) => path)
      const options = { signal, timeoutMs: PATIENCE }
      const body = await client.readBytes('templateSync.readBatch', { folder, paths }, options)
      for (const { path, content } of readFiles(body, paths)) await onFile(path, content)
    },
    async putMany(files, signal) {
      const body = withHead(Buffer.from(JSON.stringify({ folder, machine, files: files.map(headOf) })), bytesOf(files))
      const { data } = await client.sendBytes('templateSync.putBatch', body, { signal, timeoutMs: PATIENCE })
      return outcomesOf(data.outcomes, files.length, 'templateSync.putBatch')
    },
    async removeMany(items, signal) {
      const paths = items.map(({ path, expected }) => ({
        path,
        folderEntry: expected.kind === 'folder',
        expected: expected.kind === 'folder' ? null : expected.sha256,
      }))
      const options = { signal, timeoutMs: PATIENCE }
      const { data } = await client.call('templateSync.removeBatch', { folder, machine, paths }, options)
      return outcomesOf(data.outcomes, items.length, 'templateSync.removeBatch')
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

function outcomesOf(outcomes: readonly BatchOutcome[], wanted: number, operation: string): RemoteOutcome[] {
  if (outcomes.length !== wanted) throw notWhole()
  return outcomes.map((outcome): RemoteOutcome =>
    outcome.is === 'error' ? { is: 'error', error: envelopeError(outcome, operation) } : outcome,
  )
}

/** The files of a response. AppError bad-answer unless it is complete and lists exactly the requested files. */
function readFiles(body: Buffer, asked: readonly string[]): { path: string; content: Buffer | AppError }[] {
  const read = readHead(body, MAX_HEAD)
  const { success, data } = readBatchHead.safeParse(read && jsonOrNull(Buffer.from(read.head).toString()))
  if (!read || !success || data.files.length !== asked.length) throw notWhole()
  const pieces = cutBytes(
    read.rest,
    data.files.map((file) => (file.is === 'ok' ? file.size : 0)),
  )
  if (!pieces) throw notWhole()
  return data.files.map((file, at) => {
    const piece = pieces[at]
    if (file.path !== asked[at] || !piece) throw notWhole()
    const content =
      file.is === 'ok'
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
        : envelopeError(file, 'templateSync.readBatch')
    return { path: file.path, content }
  })
}

const notWhole = (): AppError => new AppError('bad-answer', '服务器的响应不完整，未采用，将重试')
