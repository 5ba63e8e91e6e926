import { ChatMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/channel/wechat/config',
  title: '公众号管理',
  command: '新增公众号',
  menu: MENU.wechatConfig,
  icon: ChatMultipleRegular,
  load: () => import('./WechatConfigs.tsx').then((module) => module.WechatConfigs),
})
