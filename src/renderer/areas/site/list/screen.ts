import { GlobeRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/list',
  title: '站点列表',
  command: '新增站点',
  menu: MENU.siteList,
  icon: GlobeRegular,
  load: () => import('./SiteList.tsx').then((module) => module.SiteList),
})
