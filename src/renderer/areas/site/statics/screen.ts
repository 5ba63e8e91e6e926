import { DocumentGlobeRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/static-pages',
  title: '静态生成',
  command: '生成静态页面…',
  menu: MENU.staticPages,
  icon: DocumentGlobeRegular,
  load: () => import('./StaticPages.tsx').then((module) => module.StaticPages),
})
