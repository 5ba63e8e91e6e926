import { CopyArrowRightRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/content/cross-site/rule-list',
  title: '跨站复制规则',
  command: '新增跨站复制规则',
  menu: MENU.crossSiteRules,
  icon: CopyArrowRightRegular,
  load: () => import('./CopyRules.tsx').then((module) => module.CopyRules),
})
