import { AppError } from '#shared/errors/index.ts'
import type { Dialogs } from '#services/ports.ts'

/** A browser tab has no native dialogs: the page shows its own chooser (folders.*), and the browser saves downloads. */
export const noDialogs: Dialogs = {
  native: false,
  chooseFolder: () => Promise.reject(new AppError('unsupported', '请使用页面中的文件夹选择框')),
  chooseSaveFile: () => Promise.reject(new AppError('unsupported', '文件由浏览器下载')),
}
