import { app } from 'electron'
import { dirname, join } from 'node:path'

let folder = ''

/** Initial path of a save dialog: the folder used last, or the downloads folder. */
export const suggestedPath = (name: string): string => join(folder || app.getPath('downloads'), name)

/** @param path of a file that the user chose */
export const rememberFolder = (path: string): void => void (folder = dirname(path))
