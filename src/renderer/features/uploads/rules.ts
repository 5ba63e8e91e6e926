import { TEMPLATE_UPLOAD_EXTENSIONS, TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import type { UploadTarget } from '#shared/contract/uploads.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'

const MB = 1024 * 1024

/** Extensions and size limit of a target. */
export interface UploadRule {
  extensions: readonly string[]
  /** In MB of 1024 × 1024 bytes; a file of exactly this size is accepted. */
  limitMb: number
  /** The message about a larger file, where A·§5's text is not enough. */
  tooLarge?: string
}

/** The rule of a target, by A·§5 and A·§9. */
export function ruleOf(target: UploadTarget): UploadRule {
  switch (target.to) {
    case 'library':
      return UPLOAD_RULES[target.kind]
    case 'template':
      return { extensions: TEMPLATE_UPLOAD_EXTENSIONS, limitMb: TEMPLATE_UPLOAD_LIMIT_MB }
    case 'call':
      return target
  }
}

/** The reason why a file can't be uploaded, in the words of A·§5; null when it can. */
export function refusal(
  file: { name: string; size: number },
  { extensions, limitMb, tooLarge }: UploadRule,
): string | null {
  if (!extensions.includes(extensionOf(file.name))) return `请上传 ${extensions.join(',')} 的格式!`
  if (file.size > limitMb * MB) return tooLarge ?? `文件大小不能大于${limitMb}M!`
  return null
}

/** The `accept` attribute of a file input. */
export const acceptOf = ({ extensions }: UploadRule): string => extensions.map((each) => `.${each}`).join(',')
