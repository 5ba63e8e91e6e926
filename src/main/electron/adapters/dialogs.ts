import { BrowserWindow, dialog } from 'electron'
import type { Dialogs } from '#services/ports.ts'
import { rememberFolder, suggestedPath } from '../lastFolder.ts'

/** The system's own dialogs, as sheets of the window that asked. */
export function createDialogs(): Dialogs {
  return {
    native: true,

    async chooseFolder() {
      const options: Electron.OpenDialogOptions = {
        title: '选择文件夹',
        buttonLabel: '选择',
        properties: ['openDirectory', 'createDirectory'],
      }
      const parent = BrowserWindow.getFocusedWindow()
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },

    async chooseSaveFile(suggestedName) {
      const options: Electron.SaveDialogOptions = {
        title: '保存到',
        buttonLabel: '保存',
        defaultPath: suggestedPath(suggestedName),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      }
      const parent = BrowserWindow.getFocusedWindow()
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      if (answer.canceled || answer.filePath === '') return null
      rememberFolder(answer.filePath)
      return answer.filePath
    },
  }
}
