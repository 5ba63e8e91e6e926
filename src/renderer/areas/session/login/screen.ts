import { PersonKeyRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/login',
  title: '登录',
  menu: null,
  icon: PersonKeyRegular,
  frame: 'open',
  load: () => import('./Login.tsx').then((module) => module.Login),
})
