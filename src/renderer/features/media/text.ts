import type { UploadKind } from '#shared/contract/upload.ts'

/** Names of the library's kinds. */
export const KIND_NAMES: Readonly<Record<UploadKind, string>> = {
  image: '图片',
  file: '文件',
  video: '视频',
  audio: '音频',
}

export const MULTI_IMAGES = {
  /** B·§5; the document shows the beginning alone. */
  tooMany: (limit: number, chosen: number): string => `当前限制选择 ${limit} 个文件，本次选择了 ${chosen} 个文件`,
  /** B·§5: name and size in KB. */
  failed: (name: string, bytes: number, reason: string): string =>
    `文件[${name}]上传失败，文件大小为${Math.max(1, Math.round(bytes / 1024))}KB${reason && `：${reason}`}`,
  /** B·§5. */
  done: (count: number): string => `上传完成! 共上传${count}张图片`,
}

export const CARD_HELP =
  '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 键取消。也可以在卡片上按 Alt 加上左右方向键移动。'
