import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/content/cross-site/copy-log',
  title: '复制日志',
  menu: MENU.crossSiteLog,
  icon: ClipboardTaskListLtrRegular,
  load: () => import('./CopyLogs.tsx').then((module) => module.CopyLogs),
})
