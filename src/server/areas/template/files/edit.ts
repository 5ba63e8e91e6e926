import type { Handler } from '#server/http/routes.ts'
import { childPath } from '#server/storage/path.ts'
import { nameOf } from '#server/storage/templates/rows.ts'
import { decodeText, encodeText } from '#server/storage/text.ts'
import { MAX_EDITOR_BYTES } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { changeInFolder, requireEntry, locateTemplate } from './location.ts'

const MB = 1024 * 1024

/** @throws AppError `too-large` for files that would block the editor */
function requireEditable(name: string, size: number): void {
  if (size <= MAX_EDITOR_BYTES) return
  throw new AppError(
    'too-large',
    `“${name}”有 ${Math.ceil(size / MB)} MB，超过编辑器 ${MAX_EDITOR_BYTES / MB} MB 的上限，请用“同步到本地”后在本机的文件夹里编辑，或下载到本地编辑后再上传`,
  )
}

/** Call 54. Reads a file as text in its own encoding. @throws AppError `unsupported` for other files */
export const open: Handler<'templateFile.open'> = async (ctx, { path, openFileName }) => {
  const location = await locateTemplate(ctx, path, 'read')
  const entry = await requireEntry(location, openFileName, 'file')
  const name = nameOf(entry.path)
  requireEditable(name, entry.size)
  const text = decodeText(await location.files.read(entry))
  if (!text) {
    throw new AppError('unsupported', `文件内容不是文本，无法在编辑器中打开“${name}”，可以下载后用其他程序查看`)
  }
  return { ...text, hash: entry.sha256, updateTime: formatDateTime(entry.time) }
}

/**
 * Call 55. Saves a file with its encoding and byte order mark.
 * @throws AppError `conflict` with the fact `content` when the file changed since it was opened
 */
export const save: Handler<'templateFile.save'> = (ctx, { path, saveFileName, content, expectedHash, encoding }) =>
  changeInFolder(ctx, path, 'save', async (change, { files, folder }) => {
    const entry = await change.find(childPath(folder, saveFileName))
    if (entry?.kind !== 'file') {
      throw new AppError(
        'not-found',
        `“${saveFileName}”已不在服务器上（被删除或改名）。请先新建同名文件，再保存；您编辑的内容仍在编辑器中`,
        { details: { fact: { kind: 'content', current: 'none' } } },
      )
    }
    requireEditable(saveFileName, entry.size)
    if (expectedHash && expectedHash !== entry.sha256) {
      throw new AppError(
        'conflict',
        `“${saveFileName}”打开之后已被其他人修改，未保存。请重新打开，合并您的修改后再保存`,
        {
          details: { fact: { kind: 'content', current: entry.sha256 } },
        },
      )
    }
    const targetEncoding = encoding ?? decodeText(await files.read(entry))?.encoding
    if (targetEncoding === undefined)
      throw new AppError('unsupported', `“${saveFileName}”的内容不是文本，无法保存为文本`)
    const bytes = encodeText(content, targetEncoding, saveFileName)
    requireEditable(saveFileName, bytes.length)
    const { sha256, time } = await change.writeBytes(entry.path, bytes)
    return { hash: sha256, updateTime: formatDateTime(time) }
  })
