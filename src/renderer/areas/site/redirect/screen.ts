import { ArrowForwardRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/redirect-301',
  title: '301跳转',
  command: '新增301跳转',
  menu: MENU.redirect301,
  icon: ArrowForwardRegular,
  load: () => import('./Redirects.tsx').then((module) => module.Redirects),
})
