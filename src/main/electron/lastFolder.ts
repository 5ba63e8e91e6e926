import { app } from 'electron'
import { dirname, join } from 'node:path'

let folder = ''

/** Where a dialog that saves begins: the folder that was used last, first the one of downloads. */
export const suggestedPath = (name: string): string => join(folder || app.getPath('downloads'), name)

/** @param path of a file that the person chose */
export const rememberFolder = (path: string): void => void (folder = dirname(path))
