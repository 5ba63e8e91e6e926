import { PlugConnectedRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/template/site-relation',
  title: '站点模板关联',
  menu: MENU.templateSites,
  icon: PlugConnectedRegular,
  load: () => import('./TemplateRelation.tsx').then((module) => module.TemplateRelation),
})
