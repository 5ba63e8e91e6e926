import { ShieldDismissRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/403',
  title: '没有权限',
  menu: null,
  icon: ShieldDismissRegular,
  frame: 'open',
  load: () => import('./Forbidden.tsx').then((module) => module.Forbidden),
})
