import { type Handler, PreparedHandler } from '#server/http/routes.ts'
import { discardAfterCall } from '#server/http/discardAfterCall.ts'
import { childPath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import { openStaging, storeTree, writeTree } from '#server/storage/templates/tree.ts'
import { nameOf } from '#server/storage/templates/rows.ts'
import { extractZip } from '#server/storage/zip/extract.ts'
import { TEMPLATE_UPLOAD_EXTENSIONS, TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { claimUpload } from '#server/areas/upload/index.ts'
import { storeClaimedUpload } from '../revision/index.ts'
import { changeInFolder, requireEntry, locateTemplate } from './location.ts'

const MB = 1024 * 1024
const ALLOWED: readonly string[] = TEMPLATE_UPLOAD_EXTENSIONS

/** Call 62: moves an upload into the folder; the replaced file stays as a version. */
export const upload: Handler<'templateFile.upload'> = (ctx, { path, realName, accessPath }) =>
  changeInFolder(ctx, path, 'upload', async (change, { folder }) => {
    if (!ALLOWED.includes(extensionOf(realName))) {
      throw new AppError('unsupported', `请上传 ${ALLOWED.join(',')} 的格式!`)
    }
    const claimed = await claimUpload(ctx, accessPath)
    if (claimed.size > TEMPLATE_UPLOAD_LIMIT_MB * MB) {
      throw new AppError('too-large', `文件大小不能大于${TEMPLATE_UPLOAD_LIMIT_MB}M!`)
    }
    await change.write(childPath(folder, realName), await storeClaimedUpload(ctx, claimed))
    return null
  })

/**
 * Call 61: unpacks an archive into its folder. Unpacking can take minutes and runs before the transaction, which then
 * inserts everything or nothing.
 */
export const unzip = new PreparedHandler<'templateFile.unzip'>(async (callCtx, { path, unzipFileName, encoding }) => {
  const location = await locateTemplate(callCtx, path, 'write')
  const entry = await requireEntry(location, unzipFileName, 'file')
  if (extensionOf(nameOf(entry.path)) !== 'zip')
    throw new AppError('unsupported', `“${unzipFileName}”不是 zip 压缩包，不能解压`)
  const { contents } = await storesOf(callCtx.deps)
  const staging = discardAfterCall(callCtx, await openStaging(contents))
  await extractZip(await location.files.fileOf(entry), staging.dir, { encoding })
  const tree = await storeTree(contents, staging.dir)
  return async (ctx) => {
    await changeInFolder(ctx, path, 'unzip', (change, { folder }) => writeTree(change, tree, folder))
    return null
  }
})
