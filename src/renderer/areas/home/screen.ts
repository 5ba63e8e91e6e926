import { HomeRegular } from '@fluentui/react-icons'
import { Home } from './Home.tsx'
import { defineScreen } from '#renderer/ui/page/screen.ts'

// Open to every account, so that the 403 page's way home never comes back to it (contradictions.md 23).
export const screen = defineScreen({
  path: '/index',
  title: '首页',
  menu: null,
  icon: HomeRegular,
  // Part of the first file: everybody waits for it after signing in.
  load: async () => Home,
})
