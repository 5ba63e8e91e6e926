import { CodeBlockRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/delivery',
  title: '内容接口',
  menu: MENU.delivery,
  icon: CodeBlockRegular,
  settings: ['谁可以读取', '开放的栏目', '缓存时间'],
  load: () => import('./Delivery.tsx').then((module) => module.Delivery),
})
