import { BrowserWindow, nativeImage } from 'electron'
import type { Dragger } from '#services/ports.ts'

/** Pixels of the picture beside the pointer. */
const PICTURE = 32

/** The system's drag of files. @param icon absolute path of the program's icon */
export const createDragger = (icon: string): Dragger => ({
  start(paths) {
    const page = BrowserWindow.getFocusedWindow()?.webContents
    const [file] = paths
    if (!page || file === undefined) return false
    const picture = nativeImage.createFromPath(icon).resize({ width: PICTURE, height: PICTURE })
    page.startDrag({ file, files: [...paths], icon: picture })
    return true
  },
})
