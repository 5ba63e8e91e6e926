import { PhoneChatRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/sms/access',
  title: '短信通道',
  command: '新增短信通道',
  menu: MENU.smsAccess,
  icon: PhoneChatRegular,
  load: () => import('./SmsChannels.tsx').then((module) => module.SmsChannels),
})
