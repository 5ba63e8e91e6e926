import { DocumentMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/template/list',
  title: '模板列表',
  command: '新增模板',
  menu: MENU.templates,
  icon: DocumentMultipleRegular,
  load: () => import('./TemplateList.tsx').then((module) => module.TemplateList),
})
