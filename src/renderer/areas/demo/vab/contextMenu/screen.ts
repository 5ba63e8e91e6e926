import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/context-menu', '右键菜单', () =>
  import('./ContextMenuDemo.tsx').then((module) => module.ContextMenuDemo),
)
