import { TextBulletListTreeRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/column/list',
  title: '栏目管理',
  command: '新增栏目',
  menu: MENU.columns,
  icon: TextBulletListTreeRegular,
  load: () => import('./ColumnList.tsx').then((module) => module.ColumnList),
})
