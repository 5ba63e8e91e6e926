import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/table', '表格', () =>
  import('./TableDemo.tsx').then((module) => module.TableDemo),
)
