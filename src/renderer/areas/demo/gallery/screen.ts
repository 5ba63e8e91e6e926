import { BoardRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/vab',
  title: '组件演示',
  menu: MENU.demo,
  icon: BoardRegular,
  forSuper: true,
  load: () => import('./Gallery.tsx').then((module) => module.Gallery),
})
