import { SettingsRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/settings',
  title: '设置',
  menu: null,
  listed: false,
  icon: SettingsRegular,
  load: () => import('./Settings.tsx').then((module) => module.Settings),
})
