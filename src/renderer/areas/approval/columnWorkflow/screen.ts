import { BranchForkRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/U176/menu-work-flow',
  title: '栏目审批设置',
  menu: MENU.menuWorkflow,
  icon: BranchForkRegular,
  load: () => import('./ColumnWorkflow.tsx').then((module) => module.ColumnWorkflow),
})
