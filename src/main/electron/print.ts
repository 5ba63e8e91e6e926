import { BrowserWindow, dialog } from 'electron'
import { writeFile } from 'node:fs/promises'
import { rememberFolder, suggestedPath } from './lastFolder.ts'

/** Opens the system's print dialog for the focused window. */
export function printPage(): void {
  BrowserWindow.getFocusedWindow()?.webContents.print({ printBackground: true })
}

/** Asks for a path and writes the focused window as a PDF of A4 pages; shows an error if that fails. */
export async function saveViewAsPdf(): Promise<void> {
  const window = BrowserWindow.getFocusedWindow()
  if (!window) return
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: '另存为 PDF',
    buttonLabel: '保存',
    defaultPath: suggestedPath('站匠.pdf'),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return
  rememberFolder(filePath)
  try {
    await writeFile(filePath, await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true }))
  } catch (error) {
    const detail = `${filePath}\n\n${error instanceof Error ? error.message : String(error)}\n\n请更换文件夹，或清理磁盘后重试。`
    await dialog.showMessageBox(window, {
      type: 'error',
      title: '站匠',
      message: 'PDF 保存失败',
      detail,
      buttons: ['确定'],
    })
  }
}
