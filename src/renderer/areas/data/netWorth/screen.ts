import { MoneyRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/net-value',
  title: '净值管理',
  menu: MENU.netValue,
  icon: MoneyRegular,
  load: () => import('./NetValues.tsx').then((module) => module.NetValues),
})
