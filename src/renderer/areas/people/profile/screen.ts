import { PersonRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'
import { PROFILE } from './text.ts'

export const screen = defineScreen({
  path: '/my/profile',
  title: PROFILE.title,
  menu: null,
  icon: PersonRegular,
  listed: false,
  load: () => import('./Profile.tsx').then((module) => module.Profile),
})
