import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/setting/userManagement', '用户管理', () =>
  import('./UserManagementDemo.tsx').then((module) => module.UserManagementDemo),
)
