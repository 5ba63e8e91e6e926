import { DocumentCheckmarkRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** contradictions.md 137: the variant with reject and forward is chosen by the column's address. */
export const screen = defineScreen({
  path: '/content/list-review/:menuId',
  title: '内容审核',
  titleFrom: 'column',
  titleNote: '审核',
  menu: null,
  icon: DocumentCheckmarkRegular,
  listed: false,
  load: () => import('./ContentReview.tsx').then((module) => module.ContentReview),
})
