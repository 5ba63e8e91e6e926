import { BinRecycleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/recycle',
  title: '回收站',
  menu: MENU.recycle,
  icon: BinRecycleRegular,
  load: () => import('./Recycle.tsx').then((module) => module.Recycle),
})
