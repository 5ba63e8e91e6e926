import { FormRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/content/clue',
  title: '线索数据',
  menu: MENU.clue,
  icon: FormRegular,
  load: () => import('./Clues.tsx').then((module) => module.Clues),
})
