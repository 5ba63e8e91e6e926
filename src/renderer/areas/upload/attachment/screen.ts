import { ImageMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/resource',
  title: '资源库',
  menu: MENU.resource,
  icon: ImageMultipleRegular,
  load: () => import('./ResourceLibrary.tsx').then((module) => module.ResourceLibrary),
})
