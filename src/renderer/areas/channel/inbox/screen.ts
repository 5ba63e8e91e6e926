import { MailInboxRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/inbox',
  title: '站点收件箱',
  command: '发布站点消息…',
  menu: MENU.inbox,
  icon: MailInboxRegular,
  load: () => import('./SiteInbox.tsx').then((module) => module.SiteInbox),
})
