import { TagRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/label',
  title: '标签管理',
  command: '新增标签',
  menu: MENU.label,
  icon: TagRegular,
  load: () => import('./LabelList.tsx').then((module) => module.LabelList),
})
