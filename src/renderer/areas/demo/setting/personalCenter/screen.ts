import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/setting/personalCenter', '个人中心', () =>
  import('./PersonalCenterDemo.tsx').then((module) => module.PersonalCenterDemo),
)
