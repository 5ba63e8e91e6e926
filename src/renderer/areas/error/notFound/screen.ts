import { DocumentQuestionMarkRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/404',
  title: '页面不存在',
  menu: null,
  icon: DocumentQuestionMarkRegular,
  frame: 'open',
  load: () => import('./NotFound.tsx').then((module) => module.NotFound),
})
