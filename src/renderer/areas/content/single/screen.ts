import { DocumentOnePageRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** A·§4: the address of a single-article column. Who may see it is decided by the column. */
export const screen = defineScreen({
  path: '/admin/menu_manage/:menuId',
  title: '单篇内容',
  titleFrom: 'column',
  menu: null,
  icon: DocumentOnePageRegular,
  listed: false,
  load: () => import('./SingleArticle.tsx').then((module) => module.SingleArticle),
})
