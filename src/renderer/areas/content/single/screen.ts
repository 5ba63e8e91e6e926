import { DocumentOnePageRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** The address of a single-article column (A·§4). The column decides who may see it. */
export const screen = defineScreen({
  path: '/admin/menu_manage/:menuId',
  title: '单页内容',
  titleFrom: 'column',
  menu: null,
  icon: DocumentOnePageRegular,
  listed: false,
  load: () => import('./SingleArticle.tsx').then((module) => module.SingleArticle),
})
