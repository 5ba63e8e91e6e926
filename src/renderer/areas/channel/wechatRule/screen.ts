import { ArrowSyncRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/wechat/rule',
  title: '公众号规则',
  command: '新增公众号规则',
  menu: MENU.wechatRule,
  icon: ArrowSyncRegular,
  load: () => import('./WechatRules.tsx').then((module) => module.WechatRules),
})
