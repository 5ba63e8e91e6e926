import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/dynamic-segment', '动态路径', () =>
  import('./DynamicSegmentDemo.tsx').then((module) => module.DynamicSegmentDemo),
)
