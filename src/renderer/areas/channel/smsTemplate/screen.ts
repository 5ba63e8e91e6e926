import { DocumentTextRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/sms/template',
  title: '短信模板',
  command: '新增短信模板',
  menu: MENU.smsTemplate,
  icon: DocumentTextRegular,
  load: () => import('./SmsTemplates.tsx').then((module) => module.SmsTemplates),
})
