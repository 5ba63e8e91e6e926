import { PlugConnectedRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/system/webhook',
  title: 'Webhook',
  command: '新增 Webhook',
  menu: MENU.webhook,
  icon: PlugConnectedRegular,
  load: () => import('./Webhooks.tsx').then((module) => module.Webhooks),
})
