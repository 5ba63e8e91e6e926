import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/nested/menu1/menu1-1', '嵌套菜单 1-1', () =>
  import('./NestedMenu11.tsx').then((module) => module.NestedMenu11),
)
