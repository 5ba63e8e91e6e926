import { PersonAddRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/register',
  title: '注册账号',
  menu: null,
  icon: PersonAddRegular,
  frame: 'open',
  load: () => import('./Register.tsx').then((module) => module.Register),
})
