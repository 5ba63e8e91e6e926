import { sendBody } from '#server/http/wire/compression.ts'
import { gatherInput, parseInput } from '#server/http/input.ts'
import type { RawHandler } from '#server/http/routes.ts'
import { parseInnerPath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateFiles } from '#server/storage/templates/templateFiles.ts'
import { type FileRow, nameOf, findRowsAt } from '#server/storage/templates/rows.ts'
import { mapParallel } from '#server/parallel.ts'
import { type ReadBatchHead, MAX_SYNC_BATCH, templateSyncOperations } from '#shared/contract/templateSync.ts'
import { wireCode } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { encodeHeadedBytes } from '#shared/util/headedBytes.ts'
import { requireTemplate } from '../template/index.ts'

const { input } = templateSyncOperations['templateSync.readBatch']
const MAX_PARALLEL_READS = 4

/** Sends the contents of many small files; each file is as at some time during the call. */
export const readBatch: RawHandler<'templateSync.readBatch'> = async (ctx, request, reply) => {
  const { folder, paths } = parseInput(input, gatherInput(request))
  const template = await requireTemplate(ctx, { folder }, 'read')
  const { templates } = await storesOf(ctx.deps)
  const innerPaths = paths.map((path) => parseInnerPath(path))
  const rows = await findRowsAt(ctx.db, template.id, innerPaths)
  const room = { bytes: MAX_SYNC_BATCH.bytes }
  const found = await mapParallel(innerPaths, MAX_PARALLEL_READS, (path) =>
    readFileBytes(templates, rows.get(path), path, room).catch(toAppError),
  )
  const head: ReadBatchHead = {
    files: paths.map((path, at) => {
      const one = found[at]
      return one instanceof AppError
        ? { is: 'error', path, code: wireCode(one.code), msg: one.message }
        : { is: 'ok', path, size: one?.length ?? 0 }
    }),
  }
  const bytes = encodeHeadedBytes(
    Buffer.from(JSON.stringify(head)),
    found.flatMap((one) => (one instanceof AppError ? [] : [one])),
  )
  return sendBody(request, reply, { bytes, type: 'application/octet-stream' })
}

async function readFileBytes(
  files: TemplateFiles,
  row: FileRow | undefined,
  path: string,
  remaining: { bytes: number },
): Promise<Buffer> {
  const name = nameOf(path)
  if (row?.kind !== 'file') throw new AppError('not-found', `“${name}”不存在，可能已被删除，请刷新后再试`)
  if (row.size > MAX_SYNC_BATCH.fileBytes || row.size > remaining.bytes)
    throw new AppError('too-large', `“${name}”太大，请单独读取`)
  remaining.bytes -= row.size
  return files.read(row)
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
