import { PeopleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/member/manage',
  title: '会员管理',
  command: '添加会员',
  menu: MENU.memberManage,
  icon: PeopleRegular,
  load: () => import('./MemberList.tsx').then((module) => module.MemberList),
})
