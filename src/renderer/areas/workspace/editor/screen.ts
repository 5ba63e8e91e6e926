import { DocumentEditRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/workspace/editor/:id',
  title: '本地编辑器',
  menu: MENU.templates,
  icon: DocumentEditRegular,
  listed: false,
  load: () => import('./LocalEditorScreen.tsx').then((module) => module.LocalEditorScreen),
})
