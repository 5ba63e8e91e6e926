import { CodeRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/third-party-code',
  title: '第三方代码',
  menu: MENU.thirdPartyCode,
  icon: CodeRegular,
  load: () => import('./ThirdPartyCode.tsx').then((module) => module.ThirdPartyCode),
})
