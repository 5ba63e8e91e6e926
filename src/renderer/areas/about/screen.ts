import { InfoRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/about',
  title: '关于站匠',
  menu: null,
  icon: InfoRegular,
  frame: 'open',
  load: () => import('./About.tsx').then((module) => module.About),
})
