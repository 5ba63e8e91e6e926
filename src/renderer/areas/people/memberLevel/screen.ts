import { RibbonStarRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/member/grade',
  title: '会员等级',
  command: '添加会员等级',
  menu: MENU.memberGrade,
  icon: RibbonStarRegular,
  load: () => import('./MemberLevels.tsx').then((module) => module.MemberLevels),
})
