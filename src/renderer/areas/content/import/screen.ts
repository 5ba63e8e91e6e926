import { ArrowImportRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** Opened from the list of sites and from lists of content: each column that is filled needs 导入 on it. */
export const screen = defineScreen({
  path: '/site/import/:siteId',
  title: '内容迁移',
  menu: null,
  icon: ArrowImportRegular,
  listed: false,
  load: () => import('./ImportWizard.tsx').then((module) => module.ImportWizard),
})
