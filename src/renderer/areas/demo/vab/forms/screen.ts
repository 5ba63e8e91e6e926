import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/form', '表单', () => import('./FormDemo.tsx').then((module) => module.FormDemo))
