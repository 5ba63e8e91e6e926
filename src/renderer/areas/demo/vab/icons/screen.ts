import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/icon', '图标', () =>
  import('./IconsDemo.tsx').then((module) => module.IconsDemo),
)
