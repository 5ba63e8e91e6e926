import { FlowRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/U176/work-flow',
  title: '审批流程',
  command: '新增审批流程',
  menu: MENU.workflow,
  icon: FlowRegular,
  load: () => import('./WorkflowList.tsx').then((module) => module.WorkflowList),
})
