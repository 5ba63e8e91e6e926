import { ShieldProhibitedRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/data/sensitive',
  title: '敏感词',
  command: '新增敏感词',
  menu: MENU.sensitive,
  icon: ShieldProhibitedRegular,
  load: () => import('./SensitiveWords.tsx').then((module) => module.SensitiveWords),
})
