import type { MailType } from '#shared/contract/siteMail.ts'

/** Texts that differ between mail and documents. */
export const MAIL_TYPE_LABELS: Readonly<
  Record<MailType, { title: string; publish: string; none: string; noneSent: string; noneText: string }>
> = {
  mail: {
    title: '站内信',
    publish: '发布站内信',
    none: '收件箱中没有站内信',
    noneSent: '还没有发送站内信',
    noneText: '收到的站内信会显示在“收件箱”中',
  },
  document: {
    title: '公文流转',
    publish: '发布公文',
    none: '收件箱中没有公文',
    noneSent: '还没有发送公文',
    noneText: '收到的公文会显示在“收件箱”中',
  },
}
