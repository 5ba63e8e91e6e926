import { DocumentTextRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** The address of a list column (A·§4). The column decides who may see it. */
export const screen = defineScreen({
  path: '/admin/model_manage/:menuId',
  title: '内容管理',
  titleFrom: 'column',
  menu: null,
  icon: DocumentTextRegular,
  listed: false,
  load: () => import('./ContentList.tsx').then((module) => module.ContentList),
})
