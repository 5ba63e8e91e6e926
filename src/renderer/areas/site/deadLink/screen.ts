import { LinkDismissRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/dead-link',
  title: '死链',
  menu: MENU.deadLink,
  icon: LinkDismissRegular,
  load: () => import('./DeadLinks.tsx').then((module) => module.DeadLinks),
})
