import { MailRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { MailBadge } from '#renderer/features/mail/MailBadge.tsx'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/my/site-mail',
  title: '站内信',
  command: '发布站内信…',
  menu: MENU.siteMail,
  icon: MailRegular,
  badge: MailBadge,
  load: () => import('./SiteMail.tsx').then((module) => module.SiteMail),
})
