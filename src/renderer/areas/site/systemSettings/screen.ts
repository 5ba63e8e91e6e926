import { SettingsCogMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/system-settings',
  title: '站点系统设置',
  settings: ['站点名称', 'SEO 关键词', 'SEO 描述'],
  menu: MENU.siteSettings,
  icon: SettingsCogMultipleRegular,
  load: () => import('./SystemSettings.tsx').then((module) => module.SystemSettings),
})
