import { LinkMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/domain',
  title: '绑定域名',
  menu: MENU.domains,
  icon: LinkMultipleRegular,
  load: () => import('./Domains.tsx').then((module) => module.Domains),
})
