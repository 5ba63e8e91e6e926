import { HomeRegular } from '@fluentui/react-icons'
import { Home } from './Home.tsx'
import { defineScreen } from '#renderer/ui/page/screen.ts'

// Open to every account: otherwise the 403 page would redirect here and back to itself for ever (contradictions.md 23).
export const screen = defineScreen({
  path: '/index',
  title: '首页',
  menu: null,
  icon: HomeRegular,
  // Part of the main bundle: every account opens the home page first after signing in.
  load: async () => Home,
})
