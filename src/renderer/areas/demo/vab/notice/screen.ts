import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/notice', '公告', () =>
  import('./NoticeDemo.tsx').then((module) => module.NoticeDemo),
)
