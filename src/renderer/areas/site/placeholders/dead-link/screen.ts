import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { DEAD_LINK as plan } from '../plans.ts'

export const screen = defineScreen({
  path: '/site/dead-link',
  title: plan.title,
  menu: MENU.deadLink,
  icon: plan.icon,
  forSuper: true,
  load: () => import('./DeadLinks.tsx').then((module) => module.DeadLinks),
})
