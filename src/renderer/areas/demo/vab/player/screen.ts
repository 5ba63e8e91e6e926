import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/player', '播放器', () =>
  import('./PlayerDemo.tsx').then((module) => module.PlayerDemo),
)
