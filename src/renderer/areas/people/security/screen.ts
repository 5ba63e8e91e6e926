import { ShieldLockRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { SECURITY } from './text.ts'

export const screen = defineScreen({
  path: '/system/sign-in-security',
  title: '登录安全',
  settings: Object.values(SECURITY.labels),
  menu: MENU.account,
  icon: ShieldLockRegular,
  listed: false,
  load: () => import('./SignInSecurity.tsx').then((module) => module.SignInSecurity),
})
