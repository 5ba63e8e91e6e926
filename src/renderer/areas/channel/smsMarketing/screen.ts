import { ChatMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/sms/market',
  title: '短信营销',
  command: '发送短信…',
  menu: MENU.smsMarket,
  icon: ChatMultipleRegular,
  load: () => import('./SmsMarketing.tsx').then((module) => module.SmsMarketing),
})
