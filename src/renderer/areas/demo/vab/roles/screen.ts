import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/roles', '角色权限', () =>
  import('./RolesDemo.tsx').then((module) => module.RolesDemo),
)
