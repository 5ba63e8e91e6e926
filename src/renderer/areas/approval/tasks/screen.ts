import { ClipboardCheckmarkRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { TaskBadge } from '#renderer/features/approval/TaskBadge.tsx'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/U176/U179',
  title: '待审批列表',
  menu: MENU.approvalTasks,
  icon: ClipboardCheckmarkRegular,
  badge: TaskBadge,
  load: () => import('./ApprovalTasks.tsx').then((module) => module.ApprovalTasks),
})
