import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/system/demo/forwarding-records', '转发记录', () =>
  import('./ForwardingRecords.tsx').then((module) => module.ForwardingRecords),
)
