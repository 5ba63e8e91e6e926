import { BookQuestionMarkRegular } from '@fluentui/react-icons'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/template/reference',
  title: '模板标签手册',
  menu: null,
  icon: BookQuestionMarkRegular,
  listed: false,
  load: () => import('./TagReferenceScreen.tsx').then((module) => module.TagReferenceScreen),
})
