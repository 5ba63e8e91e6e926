import { PersonRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/my/profile',
  title: '个人信息',
  menu: null,
  icon: PersonRegular,
  listed: false,
  load: () => import('./Profile.tsx').then((module) => module.Profile),
})
