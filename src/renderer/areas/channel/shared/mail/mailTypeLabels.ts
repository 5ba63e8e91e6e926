import type { MailType } from '#shared/contract/siteMail.ts'

/** Texts that differ between mail and documents. */
export const MAIL_TYPE_LABELS: Readonly<
  Record<MailType, { title: string; publish: string; none: string; noneSent: string; noneText: string }>
> = {
  mail: {
    title: '站内信',
    publish: '发布站内信',
    none: '收件箱里没有站内信',
    noneSent: '还没有发过站内信',
    noneText: '别人发给您的站内信会显示在这里。',
  },
  document: {
    title: '公文流转',
    publish: '发布公文',
    none: '收件箱里没有公文',
    noneSent: '还没有发过公文',
    noneText: '别人发给您的公文会显示在这里。',
  },
}
