import { PeopleTeamRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/system/user-group',
  title: '用户组',
  command: '新增用户组',
  menu: MENU.userGroup,
  icon: PeopleTeamRegular,
  load: () => import('./UserGroups.tsx').then((module) => module.UserGroups),
})
