import { BoardRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen, type Screen } from '#renderer/ui/page/screen.ts'
import { DEMO_ROUTES, type DemoRoute, pagePathOf } from '../shared/demoRoutes.ts'

/** A page of the demonstration: not in the navigation, reached from 组件演示 and from its neighbours. */
function screenOf(demo: DemoRoute): Screen {
  const path = pagePathOf(demo)
  const { title } = demo.route.meta
  const common = { path, icon: BoardRegular, load: () => import('./pages.tsx').then(({ demoPage }) => demoPage(demo)) }
  return path.startsWith('/error/')
    ? defineScreen({ ...common, title: `错误页 ${title}`, menu: null, frame: 'bare' })
    : defineScreen({ ...common, title, menu: MENU.demo, listed: false, forSuper: true })
}

export const screens = DEMO_ROUTES.map(screenOf)
