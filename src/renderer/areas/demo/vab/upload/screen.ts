import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/vab/upload', '上传', () =>
  import('./UploadDemo.tsx').then((module) => module.UploadDemo),
)
