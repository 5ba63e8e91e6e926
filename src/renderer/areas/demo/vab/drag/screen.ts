import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/drag', '拖拽', () => import('./DragDemo.tsx').then((module) => module.DragDemo))
