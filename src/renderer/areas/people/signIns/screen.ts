import { KeyMultipleRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/my/sign-ins',
  title: '我的登录',
  menu: null,
  icon: KeyMultipleRegular,
  listed: false,
  load: () => import('./OwnSignIns.tsx').then((module) => module.OwnSignIns),
})
