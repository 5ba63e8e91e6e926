import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/system/demo/forwarding-rules', '转发规则', () =>
  import('./ForwardingRules.tsx').then((module) => module.ForwardingRules),
)
