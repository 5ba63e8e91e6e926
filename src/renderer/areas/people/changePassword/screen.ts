import { PasswordRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/my/change-password',
  title: '修改密码',
  menu: null,
  icon: PasswordRegular,
  listed: false,
  load: () => import('./ChangePassword.tsx').then((module) => module.ChangePassword),
})
