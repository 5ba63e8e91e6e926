import type { AttachmentUse } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'

export const USE_NAMES: Readonly<Record<AttachmentUse['where'], string>> = {
  template: '模板',
  site: '站点',
  column: '栏目',
  content: '内容',
  member: '会员',
  mail: '站内信和公文',
}

export const LIBRARY = {
  /** B·§5. */
  deleteQuestion: '确认删除？ 操作不可撤销！',
  uploadHint: (extensions: readonly string[], limitMb: number): string =>
    `支持 ${extensions.join('、')}，单个文件不超过 ${limitMb} MB。可以点“上传”、把文件拖到这里，或直接粘贴。`,
  dropHint: (name: string): string => `松开鼠标，上传到资源库的“${name}”`,
  moreUses: (left: number): string => `还有 ${left} 处没有列出。`,
  moreContent: '使用它的内容很多，只列出了最近的，可能还有更多。',
  /** The server is another one than ours. */
  usageUnknown: '这个服务器不能检查资源在哪里被使用，请确认没有页面还在用它。',
  replaceText:
    '地址保持不变，所有使用它的地方都会显示新文件；原来的文件不再保留。访问者的浏览器可能还会显示一段时间旧文件。',
}

export const emptyTitle = (name: string): string => `资源库还没有${name}`

export const KINDS: readonly [UploadKind, ...UploadKind[]] = ['image', 'file', 'video', 'audio']

export const QUOTA = {
  title: '空间配额',
  loading: '正在读取空间配额…',
  hint: '上传的文件最多可以占用的空间。站点的文件计入站点，不属于任何站点的文件计入上传的账户。',
  ownTitle: '单独设置的站点',
  asAll: '与“每个站点”相同',
  used: (bytes: string): string => `已用 ${bytes}`,
  zero: '0 表示不限制。已经上传的文件不受影响。',
}
