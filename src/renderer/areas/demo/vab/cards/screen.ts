import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/card', '卡片', () => import('./CardDemo.tsx').then((module) => module.CardDemo))
