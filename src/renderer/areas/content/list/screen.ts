import { DocumentTextRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** A·§4: the address of a list column. Who may see it is decided by the column. */
export const screen = defineScreen({
  path: '/admin/model_manage/:menuId',
  title: '内容管理',
  titleFrom: 'column',
  menu: null,
  icon: DocumentTextRegular,
  listed: false,
  load: () => import('./ContentList.tsx').then((module) => module.ContentList),
})
