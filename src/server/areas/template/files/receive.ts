import { type Handler, Prepared } from '#server/http/routes.ts'
import { discardedAfter } from '#server/http/staged.ts'
import { childPath } from '#server/storage/path.ts'
import { extractZip } from '#server/storage/zip/extract.ts'
import { TEMPLATE_UPLOAD_EXTENSIONS, TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { takeUpload } from '#server/areas/upload/index.ts'
import { changing, entryAt, locateTemplate } from './location.ts'

const MB = 1024 * 1024
const ALLOWED: readonly string[] = TEMPLATE_UPLOAD_EXTENSIONS

/** Call 62: the uploaded file becomes a file of the folder; one that is there goes to the trash. */
export const upload: Handler<'templateFile.upload'> = (ctx, { path, realName, accessPath }) =>
  changing(ctx, path, 'upload', async (place) => {
    if (!ALLOWED.includes(extensionOf(realName))) {
      throw new AppError('unsupported', `请上传 ${ALLOWED.join(',')} 的格式!`)
    }
    const taken = await takeUpload(ctx, accessPath)
    if (taken.size > TEMPLATE_UPLOAD_LIMIT_MB * MB) {
      throw new AppError('too-large', `文件大小不能大于${TEMPLATE_UPLOAD_LIMIT_MB}M!`)
    }
    await place.store.adopt(childPath(place.path, realName), taken.file)
    return null
  })

/**
 * Call 61: unpacks beside the archive. Unpacking itself runs outside of the transaction, because it can take minutes;
 * the result is then moved in at once, all of it or nothing.
 */
export const unzip = new Prepared<'templateFile.unzip'>(async (outside, { path, unzipFileName, encoding }) => {
  const place = await locateTemplate(outside, path, 'write')
  const entry = await entryAt(place, unzipFileName, 'file')
  if (extensionOf(entry.name) !== 'zip') throw new AppError('unsupported', `“${entry.name}”不是 zip 压缩包，不能解压`)
  const staging = discardedAfter(outside, await place.store.stage())
  await extractZip(await place.store.locate(entry.path), staging.dir, { encoding })
  await staging.flush()
  return async (ctx) => {
    await changing(ctx, path, 'unzip', ({ store }) => store.merge(staging, place.path))
    return null
  }
})
