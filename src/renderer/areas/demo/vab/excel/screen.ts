import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/excel', '导出 Excel', () =>
  import('./ExcelDemo.tsx').then((module) => module.ExcelDemo),
)
