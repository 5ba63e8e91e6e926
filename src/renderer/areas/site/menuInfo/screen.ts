import { DocumentTableRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/menu-info',
  title: '菜单信息',
  menu: MENU.menuInfo,
  icon: DocumentTableRegular,
  load: () => import('./MenuInfo.tsx').then((module) => module.MenuInfo),
})
