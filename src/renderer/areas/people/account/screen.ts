import { ContactCardRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/system/account',
  title: '账号管理',
  command: '新增账号',
  menu: MENU.account,
  icon: ContactCardRegular,
  load: () => import('./AccountList.tsx').then((module) => module.AccountList),
})
