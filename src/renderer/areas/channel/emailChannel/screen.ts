import { MailSettingsRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/email/sender',
  title: '发件邮箱',
  command: '新增发件邮箱',
  menu: MENU.emailSender,
  icon: MailSettingsRegular,
  load: () => import('./EmailSenders.tsx').then((module) => module.EmailSenders),
})
