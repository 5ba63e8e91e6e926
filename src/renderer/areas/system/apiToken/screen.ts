import { KeyRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/system/api-token',
  title: 'API 令牌',
  command: '新增 API 令牌',
  menu: MENU.apiToken,
  icon: KeyRegular,
  load: () => import('./ApiTokens.tsx').then((module) => module.ApiTokens),
})
