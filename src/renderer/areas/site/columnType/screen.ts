import { TagMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/column-type',
  title: '栏目类型',
  menu: MENU.columnType,
  icon: TagMultipleRegular,
  load: () => import('./ColumnTypes.tsx').then((module) => module.ColumnTypes),
})
