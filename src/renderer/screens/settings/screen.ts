import { SettingsRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/kit/screen.ts'

export const screen = defineScreen({
  path: '/settings',
  title: '设置',
  menu: null,
  listed: false,
  icon: SettingsRegular,
  load: () => import('./Settings.tsx'),
})
