import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/setting/systemLog', '系统日志', () =>
  import('./SystemLogDemo.tsx').then((module) => module.SystemLogDemo),
)
