import type { MailDetail, MailRecipient } from '#shared/contract/siteMail.ts'

/** Initial values of the publish dialog. */
export interface PublishValues {
  /** Id of the draft; 0 without a draft. */
  draftId: number
  title: string
  file: string
  content: string
  recipientDTOList: MailRecipient[]
}

export const NEW_MESSAGE: PublishValues = { draftId: 0, title: '', file: '', content: '', recipientDTOList: [] }

const TITLE_LIMIT = 254
const limitTitle = (title: string): string => title.slice(0, TITLE_LIMIT)

/** Forwards the file of a message (C·§2). */
export const createForward = ({
  title,
  file,
  content,
}: Pick<MailDetail, 'title' | 'file' | 'content'>): PublishValues => ({
  ...NEW_MESSAGE,
  title: limitTitle(`转发：${title}`),
  file,
  content,
})

export const createReply = ({ title, sender, senderName }: Pick<MailDetail, 'title' | 'sender' | 'senderName'>) => ({
  ...NEW_MESSAGE,
  title: limitTitle(`回复：${title}`),
  recipientDTOList: [{ userName: senderName, trueName: sender }],
})

export const createFromDraft = ({ id, title, file, content, recipientDTOList }: MailDetail): PublishValues => ({
  draftId: id,
  title,
  file,
  content,
  recipientDTOList,
})
