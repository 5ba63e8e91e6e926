import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/nested', '嵌套菜单', () =>
  import('./NestedDemo.tsx').then((module) => module.NestedDemo),
)
