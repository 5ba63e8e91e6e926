import { BookLetterRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/dictionary',
  title: '字典管理',
  command: '新增字典',
  menu: MENU.dictionary,
  icon: BookLetterRegular,
  load: () => import('./DictionaryList.tsx').then((module) => module.DictionaryList),
})
