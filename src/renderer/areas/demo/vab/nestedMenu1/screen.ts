import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/nested/menu1', '嵌套菜单 1', () =>
  import('./NestedMenu1.tsx').then((module) => module.NestedMenu1),
)
