import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/loading', '加载', () =>
  import('./LoadingDemo.tsx').then((module) => module.LoadingDemo),
)
