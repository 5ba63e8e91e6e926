import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/mall/goods', '商品', () =>
  import('./GoodsDemo.tsx').then((module) => module.GoodsDemo),
)
