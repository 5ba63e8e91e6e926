import { PasswordRegular } from '@fluentui/react-icons'
import { FIRST_PASSWORD_PATH } from '#renderer/ui/page/redirect.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: FIRST_PASSWORD_PATH,
  title: '修改密码',
  menu: null,
  icon: PasswordRegular,
  listed: false,
  frame: 'bare',
  load: () => import('./FirstPassword.tsx').then((module) => module.FirstPassword),
})
