import { PlugDisconnectedRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/network',
  title: '网络诊断',
  menu: null,
  icon: PlugDisconnectedRegular,
  frame: 'open',
  load: () => import('./Network.tsx').then((module) => module.Network),
})
