import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/timeline', '时间线', () =>
  import('./TimelineDemo.tsx').then((module) => module.TimelineDemo),
)
