import type { MailDetail, MailRecipient } from '#shared/contract/siteMail.ts'

/** Initial values of the publish dialog. */
export interface Publishing {
  /** Id of the draft; 0 without a draft. */
  draftId: number
  title: string
  file: string
  content: string
  recipientDTOList: MailRecipient[]
}

export const NEW_MESSAGE: Publishing = { draftId: 0, title: '', file: '', content: '', recipientDTOList: [] }

const TITLE_LIMIT = 254
const cut = (title: string): string => title.slice(0, TITLE_LIMIT)

/** Forwards the file of a message (C·§2). */
export const forwardOf = ({ title, file, content }: Pick<MailDetail, 'title' | 'file' | 'content'>): Publishing => ({
  ...NEW_MESSAGE,
  title: cut(`转发：${title}`),
  file,
  content,
})

export const replyTo = ({ title, sender, senderName }: Pick<MailDetail, 'title' | 'sender' | 'senderName'>) => ({
  ...NEW_MESSAGE,
  title: cut(`回复：${title}`),
  recipientDTOList: [{ userName: senderName, trueName: sender }],
})

export const ofDraft = ({ id, title, file, content, recipientDTOList }: MailDetail): Publishing => ({
  draftId: id,
  title,
  file,
  content,
  recipientDTOList,
})
