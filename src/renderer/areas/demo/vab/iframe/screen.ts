import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/iframe', '内嵌页面', () =>
  import('./IframeDemo.tsx').then((module) => module.IframeDemo),
)
