import { ShieldKeyholeRegular } from '@fluentui/react-icons'
import { SECOND_FACTOR_PATH } from '#renderer/ui/page/redirect.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: SECOND_FACTOR_PATH,
  title: '设置两步验证',
  menu: null,
  icon: ShieldKeyholeRegular,
  listed: false,
  frame: 'bare',
  load: () => import('./RequiredFactor.tsx').then((module) => module.RequiredFactor),
})
