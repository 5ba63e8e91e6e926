import { DataTrendingRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/index/web-analytics',
  title: '网站统计',
  menu: MENU.analytics,
  icon: DataTrendingRegular,
  load: () => import('./WebAnalytics.tsx').then((module) => module.WebAnalytics),
})
