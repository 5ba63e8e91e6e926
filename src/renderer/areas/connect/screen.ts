import { PlugConnectedRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/connect',
  title: '连接',
  menu: null,
  icon: PlugConnectedRegular,
  frame: 'open',
  load: () => import('./Connect.tsx').then((module) => module.Connect),
})
