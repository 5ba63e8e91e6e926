import { OrganizationRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/site-map',
  title: '网站地图',
  menu: MENU.siteMap,
  icon: OrganizationRegular,
  load: () => import('./SiteMap.tsx').then((module) => module.SiteMap),
})
