import { DocumentCheckmarkRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

/** The variant with reject and forward has its own address (contradictions.md 137). */
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
