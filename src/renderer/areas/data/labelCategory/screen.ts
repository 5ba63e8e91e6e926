import { TagMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/label-category',
  title: '标签分类',
  command: '新增标签分类',
  menu: MENU.labelCategory,
  icon: TagMultipleRegular,
  load: () => import('./LabelCategoryList.tsx').then((module) => module.LabelCategoryList),
})
