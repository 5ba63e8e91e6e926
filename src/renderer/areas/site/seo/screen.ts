import { GlobeSearchRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/site/seo',
  title: '站点SEO(TDK)',
  menu: MENU.seo,
  icon: GlobeSearchRegular,
  load: () => import('./SeoScreen.tsx').then((module) => module.SeoScreen),
})
