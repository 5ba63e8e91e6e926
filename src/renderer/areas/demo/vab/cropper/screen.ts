import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/cropper', '图片裁剪', () =>
  import('./CropperDemo.tsx').then((module) => module.CropperDemo),
)
