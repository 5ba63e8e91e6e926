import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/dynamic-segment/:id', '动态路径详情', () =>
  import('./DynamicSegmentItem.tsx').then((module) => module.DynamicSegmentItem),
)
