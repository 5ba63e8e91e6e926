import { TextBulletListTreeRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/dictionary-tree',
  title: '多级字典',
  menu: MENU.dictionaryTree,
  icon: TextBulletListTreeRegular,
  load: () => import('./DictionaryTree.tsx').then((module) => module.DictionaryTree),
})
