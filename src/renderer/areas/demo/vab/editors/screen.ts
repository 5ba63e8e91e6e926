import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/editor', '编辑器', () =>
  import('./EditorDemo.tsx').then((module) => module.EditorDemo),
)
