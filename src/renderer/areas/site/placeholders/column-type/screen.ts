import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { COLUMN_TYPE as plan } from '../plans.ts'

export const screen = defineScreen({
  path: '/site/column-type',
  title: plan.title,
  menu: MENU.columnType,
  icon: plan.icon,
  forSuper: true,
  load: () => import('./ColumnType.tsx').then((module) => module.ColumnType),
})
