import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { MENU_INFO as plan } from '../plans.ts'

export const screen = defineScreen({
  path: '/site/menu-info',
  title: plan.title,
  menu: MENU.menuInfo,
  icon: plan.icon,
  forSuper: true,
  load: () => import('./MenuInfo.tsx').then((module) => module.MenuInfo),
})
