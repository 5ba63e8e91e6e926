import { FolderSyncRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/kit/screen.ts'

export const screen = defineScreen({
  path: '/workspace',
  title: '本地同步',
  menu: MENU.templates,
  icon: FolderSyncRegular,
  load: () => import('./WorkspaceScreen.tsx'),
})
