import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/external-link', '外链', () =>
  import('./ExternalLinkDemo.tsx').then((module) => module.ExternalLinkDemo),
)
