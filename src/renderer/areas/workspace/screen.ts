import { FolderSyncRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/workspace',
  title: '本地同步',
  menu: MENU.templates,
  icon: FolderSyncRegular,
  load: () => import('./WorkspaceScreen.tsx').then((module) => module.WorkspaceScreen),
})
