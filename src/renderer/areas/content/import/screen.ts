import { ArrowImportRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** Opened from site and content lists. Every target column needs the permission 导入. */
export const screen = defineScreen({
  path: '/site/import/:siteId',
  title: '内容迁移',
  menu: null,
  icon: ArrowImportRegular,
  listed: false,
  load: () => import('./ImportWizard.tsx').then((module) => module.ImportWizard),
})
