import type { MailDetail, MailRecipient } from '#shared/contract/siteMail.ts'

/** What the publish dialog begins with. */
export interface Publishing {
  /** Of the draft; 0 for none. */
  draftId: number
  title: string
  file: string
  content: string
  recipientDTOList: MailRecipient[]
}

export const NEW_MESSAGE: Publishing = { draftId: 0, title: '', file: '', content: '', recipientDTOList: [] }

const TITLE_LIMIT = 254
const cut = (title: string): string => title.slice(0, TITLE_LIMIT)

/** C·§2: the file goes on to others. */
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
