import { PeopleTeamRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/member/group',
  title: '会员组',
  command: '添加会员组',
  menu: MENU.memberGroup,
  icon: PeopleTeamRegular,
  load: () => import('./MemberGroups.tsx').then((module) => module.MemberGroups),
})
