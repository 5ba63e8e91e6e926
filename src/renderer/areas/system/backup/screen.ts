import { ArchiveRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/system/backup',
  title: '备份',
  menu: MENU.backup,
  icon: ArchiveRegular,
  load: () => import('./Backups.tsx').then((module) => module.Backups),
})
