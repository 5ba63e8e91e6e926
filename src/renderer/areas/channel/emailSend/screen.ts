import { MailMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/email/record',
  title: '邮件发送记录',
  command: '发送邮件…',
  menu: MENU.emailRecord,
  icon: MailMultipleRegular,
  load: () => import('./EmailRecords.tsx').then((module) => module.EmailRecords),
})
