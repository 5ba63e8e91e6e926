import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { SITE_MAP as plan } from '../plans.ts'

export const screen = defineScreen({
  path: '/site/site-map',
  title: plan.title,
  menu: MENU.siteMap,
  icon: plan.icon,
  forSuper: true,
  load: () => import('./SiteMap.tsx').then((module) => module.SiteMap),
})
