import { SettingsRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/settings',
  title: '设置',
  menu: null,
  settings: ['主题', '代码编辑器字号', '上传限速（KB/s）', '在后台运行', '连接', '程序更新', '关于'],
  listed: false,
  icon: SettingsRegular,
  load: () => import('./Settings.tsx').then((module) => module.Settings),
})
