/** Texts of the header's count of messages. */
export const MAIL_MENU = {
  label: (unread: number) => (unread > 0 ? `消息，${unread} 条未读` : '消息'),
  mail: '站内信',
  document: '公文流转',
  unread: (count: number) => `${count} 条未读`,
} as const
