import { BoardRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/error/403',
  title: '错误页 403',
  menu: null,
  icon: BoardRegular,
  frame: 'bare',
  load: () => import('./Error403.tsx').then((module) => module.Error403),
})
