import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/log', '日志', () => import('./LogDemo.tsx').then((module) => module.LogDemo))
