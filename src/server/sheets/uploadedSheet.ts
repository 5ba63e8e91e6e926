import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { SHEET_EXTENSIONS, sheetLimitMb, sheetTooLarge } from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import type { CallContext } from '../http/context.ts'
import { ownUpload } from '../areas/upload/index.ts'
import { storesOf } from '../storage/stores.ts'

const MB = 1024 * 1024
const EXTENSIONS: readonly string[] = SHEET_EXTENSIONS

/** An upload of the caller's as a file of its own. */
export interface UploadedSheet {
  file: string
  /** Forgets an upload that stands in no library; its bytes follow. Call it on the transaction that takes the rows. */
  forget(db: CallContext['db']): Promise<void>
  /** Removes the file. */
  close(): Promise<void>
}

/**
 * Opens an uploaded sheet.
 * @throws AppError `not-found` for others' uploads, `unsupported` and `too-large` in the words of B·§5.
 */
export async function openUploadedSheet(ctx: CallContext, accessPath: string, limitMb: number): Promise<UploadedSheet> {
  const row = await ownUpload(ctx, accessPath)
  if (!EXTENSIONS.includes(extensionOf(row.oldName))) {
    throw new AppError('unsupported', `请上传 ${EXTENSIONS.join(',')} 的格式!`)
  }
  // The reader would refuse it, too, but only after the copy below.
  if (row.size > sheetLimitMb(limitMb) * MB) throw new AppError('too-large', sheetTooLarge(limitMb))
  const { blobs } = await storesOf(ctx.deps)
  const file = await blobs.tempFile()
  const close = (): Promise<void> => rm(file, { force: true })
  try {
    await pipeline(await blobs.stream(row.blobKey), createWriteStream(file, { flags: 'wx' }), { signal: ctx.signal })
  } catch (error) {
    await close()
    throw ctx.signal.aborted ? new AppError('cancelled', '已取消') : error
  }
  return {
    file,
    close,
    forget: async (db) => {
      await db.deleteFrom('attachment').where('id', '=', row.id).where('isRegistered', '=', 0).execute()
    },
  }
}
