import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/setting/roleManagement', '角色管理', () =>
  import('./RoleManagementDemo.tsx').then((module) => module.RoleManagementDemo),
)
