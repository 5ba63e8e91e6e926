import { StethoscopeRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/diagnostics',
  title: '日志与诊断',
  menu: null,
  icon: StethoscopeRegular,
  frame: 'open',
  load: () => import('./Diagnostics.tsx').then((module) => module.Diagnostics),
})
