import { PersonClockRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/auto-login',
  title: '自动登录',
  menu: null,
  icon: PersonClockRegular,
  frame: 'open',
  load: () => import('./AutoLogin.tsx').then((module) => module.AutoLogin),
})
