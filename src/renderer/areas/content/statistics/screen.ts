import { DataBarVerticalRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/content/publish-statistics',
  title: '发布统计',
  menu: MENU.publishStats,
  icon: DataBarVerticalRegular,
  load: () => import('./Statistics.tsx').then((module) => module.Statistics),
})
