import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/setting/menuManagement', '菜单管理', () =>
  import('./MenuManagementDemo.tsx').then((module) => module.MenuManagementDemo),
)
