import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/cssfx', '动效', () =>
  import('./CssfxDemo.tsx').then((module) => module.CssfxDemo),
)
