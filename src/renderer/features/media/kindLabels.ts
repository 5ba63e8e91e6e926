import type { UploadKind } from '#shared/contract/upload.ts'

/** Names of the library's kinds. */
export const KIND_LABELS: Readonly<Record<UploadKind, string>> = {
  image: '图片',
  file: '文件',
  video: '视频',
  audio: '音频',
}
