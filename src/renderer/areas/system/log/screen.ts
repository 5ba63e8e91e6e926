import { ClipboardTextLtrRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/system/log',
  title: '操作日志',
  menu: MENU.log,
  icon: ClipboardTextLtrRegular,
  load: () => import('./OperationLog.tsx').then((module) => module.OperationLog),
})
