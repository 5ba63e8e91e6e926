import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/dynamic-meta', '动态标题', () =>
  import('./DynamicMetaDemo.tsx').then((module) => module.DynamicMetaDemo),
)
