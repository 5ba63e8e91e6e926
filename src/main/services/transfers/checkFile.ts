import { stat } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import { TEMPLATE_UPLOAD_EXTENSIONS, TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'

export interface FileRule {
  extensions: readonly string[]
  limitMb: number
}

/** A·§5: files that a template may contain. */
export const TEMPLATE_RULE: FileRule = { extensions: TEMPLATE_UPLOAD_EXTENSIONS, limitMb: TEMPLATE_UPLOAD_LIMIT_MB }
/** A·§9: files that may become an attachment. */
export const getAttachmentRule = (kind: UploadKind): FileRule => UPLOAD_RULES[kind]

/**
 * Checks extension and size by the rule (A·§5).
 * @returns the size in bytes
 * @throws AppError `unsupported`, `too-large` or `not-found`
 */
export async function checkFile(file: { path: string; name: string }, rule: FileRule): Promise<number> {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!rule.extensions.includes(extension)) {
    throw new AppError('unsupported', `请上传 ${rule.extensions.join(',')} 的格式!`)
  }
  const found = await stat(file.path).catch(() => null)
  if (!found?.isFile()) throw new AppError('not-found', `找不到文件“${file.name}”，可能已被移动或删除，请重新选择`)
  if (found.size > rule.limitMb * 1024 * 1024) {
    throw new AppError('too-large', `文件大小不能大于${rule.limitMb}M!`)
  }
  return found.size
}
