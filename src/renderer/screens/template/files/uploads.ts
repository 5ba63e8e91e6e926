import { TEMPLATE_UPLOAD_EXTENSIONS, TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'

/** One file on its way into a template. */
export interface Upload {
  id: number
  name: string
  state: 'waiting' | 'reading' | 'sending' | 'done' | 'failed'
  /** While reading: 0 to 1. */
  progress: number
  /** Why it failed. */
  message: string
}

const EXTENSIONS: readonly string[] = TEMPLATE_UPLOAD_EXTENSIONS

/** Why a file can't go into a template, in the words of A·§5; null when it can. */
export function uploadProblem(file: { name: string; size: number }): string | null {
  if (!EXTENSIONS.includes(extensionOf(file.name))) return `请上传 ${EXTENSIONS.join(',')} 的格式!`
  if (file.size >= TEMPLATE_UPLOAD_LIMIT_MB * 1024 * 1024) return `文件大小不能大于${TEMPLATE_UPLOAD_LIMIT_MB}M!`
  return null
}

export const changed = (uploads: readonly Upload[], id: number, change: Partial<Upload>): readonly Upload[] =>
  uploads.map((each) => (each.id === id ? { ...each, ...change } : each))

/** Nothing waits or moves any more. */
export const isSettled = (uploads: readonly Upload[]): boolean =>
  uploads.every((each) => each.state === 'done' || each.state === 'failed')
