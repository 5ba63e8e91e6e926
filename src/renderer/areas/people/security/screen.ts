import { ShieldLockRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { RULE_LABELS } from './ruleLabels.ts'

export const screen = defineScreen({
  path: '/system/sign-in-security',
  title: '登录安全',
  settings: Object.values(RULE_LABELS),
  menu: MENU.account,
  icon: ShieldLockRegular,
  listed: false,
  load: () => import('./SignInSecurity.tsx').then((module) => module.SignInSecurity),
})
