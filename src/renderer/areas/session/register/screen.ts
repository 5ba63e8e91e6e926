import { PersonAddRegular } from '@fluentui/react-icons'
import { REGISTER } from '#renderer/features/session/text.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/register',
  title: REGISTER.title,
  menu: null,
  icon: PersonAddRegular,
  frame: 'open',
  load: () => import('./Register.tsx').then((module) => module.Register),
})
