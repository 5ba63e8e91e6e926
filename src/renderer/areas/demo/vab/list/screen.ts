import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/list', '列表', () => import('./ListDemo.tsx').then((module) => module.ListDemo))
