import { PasswordRegular } from '@fluentui/react-icons'
import { PASSWORD } from '#renderer/features/session/text.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/my/change-password',
  title: PASSWORD.title,
  menu: null,
  icon: PasswordRegular,
  listed: false,
  load: () => import('./ChangePassword.tsx').then((module) => module.ChangePassword),
})
