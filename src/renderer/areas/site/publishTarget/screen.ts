import { CloudArrowUpRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/publish-target',
  title: '发布目标',
  command: '新增发布目标',
  menu: MENU.publishTarget,
  icon: CloudArrowUpRegular,
  load: () => import('./PublishTargets.tsx').then((module) => module.PublishTargets),
})
