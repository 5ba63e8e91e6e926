import { sendBody } from '#server/http/wire/compressed.ts'
import { gatherInput, parseInput } from '#server/http/input.ts'
import type { RawHandler } from '#server/http/routes.ts'
import { innerPath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateFiles } from '#server/storage/templates/files.ts'
import { type FileRow, nameOf, rowsAt } from '#server/storage/templates/rows.ts'
import { mapParallel } from '#server/parallel.ts'
import { type ReadBatchHead, SYNC_BATCH, templateSyncOperations } from '#shared/contract/templateSync.ts'
import { wireCode } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { withHead } from '#shared/util/headedBytes.ts'
import { templateFor } from '../template/index.ts'

const { input } = templateSyncOperations['templateSync.readBatch']
const READING = 4

/** Sends the contents of many small files; each file is as at some time during the call. */
export const readBatch: RawHandler<'templateSync.readBatch'> = async (ctx, request, reply) => {
  const { folder, paths } = parseInput(input, gatherInput(request))
  const template = await templateFor(ctx, { folder }, 'read')
  const { templates } = await storesOf(ctx.deps)
  const wanted = paths.map((path) => innerPath(path))
  const rows = await rowsAt(ctx.db, template.id, wanted)
  const room = { bytes: SYNC_BATCH.bytes }
  const found = await mapParallel(wanted, READING, (path) => read(templates, rows.get(path), path, room).catch(asError))
  const head: ReadBatchHead = {
    files: paths.map((path, at) => {
      const one = found[at]
      return one instanceof AppError
        ? { is: 'error', path, code: wireCode(one.code), msg: one.message }
        : { is: 'ok', path, size: one?.length ?? 0 }
    }),
  }
  const bytes = withHead(
    Buffer.from(JSON.stringify(head)),
    found.flatMap((one) => (one instanceof AppError ? [] : [one])),
  )
  return sendBody(request, reply, { bytes, type: 'application/octet-stream' })
}

async function read(
  files: TemplateFiles,
  row: FileRow | undefined,
  path: string,
  room: { bytes: number },
): Promise<Buffer> {
  const name = nameOf(path)
  if (row?.kind !== 'file') throw new AppError('not-found', `“${name}”不存在，可能已被删除，请刷新后再试`)
  if (row.size > SYNC_BATCH.fileBytes || row.size > room.bytes)
    throw new AppError('too-large', `“${name}”太大，请单独读取`)
  room.bytes -= row.size
  return files.read(row)
}

function asError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
