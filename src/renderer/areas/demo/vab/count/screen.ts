import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/count', '数字滚动', () =>
  import('./CountDemo.tsx').then((module) => module.CountDemo),
)
