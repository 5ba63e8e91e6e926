import { BoardRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/error/404',
  title: '错误页 404',
  menu: null,
  icon: BoardRegular,
  frame: 'bare',
  load: () => import('./Error404.tsx').then((module) => module.Error404),
})
