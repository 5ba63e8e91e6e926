import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { REDIRECT_301 as plan } from '../plans.ts'

export const screen = defineScreen({
  path: '/site/redirect-301',
  title: plan.title,
  menu: MENU.redirect301,
  icon: plan.icon,
  forSuper: true,
  load: () => import('./Redirects.tsx').then((module) => module.Redirects),
})
