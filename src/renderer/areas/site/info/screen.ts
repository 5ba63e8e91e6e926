import { InfoRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/info',
  title: '站点信息',
  menu: MENU.siteInfo,
  icon: InfoRegular,
  load: () => import('./SiteInfo.tsx').then((module) => module.SiteInfo),
})
