import { DocumentBulletListMultipleRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/column/channel',
  title: '频道管理',
  menu: MENU.channels,
  icon: DocumentBulletListMultipleRegular,
  load: () => import('./ChannelScreen.tsx').then((module) => module.ChannelScreen),
})
