import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/social', '第三方登录', () =>
  import('./SocialDemo.tsx').then((module) => module.SocialDemo),
)
