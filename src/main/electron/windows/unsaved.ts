import { dialog, type App, type BrowserWindow } from 'electron'
import { trackQuit } from './quitting.ts'

/** The unsaved work that the page reported with app.setUnsaved. */
export interface UnsavedWork {
  titles(): readonly string[]
  /** The page with the unsaved work has ended. */
  clear(): void
}

/** Asks before closing, quitting or reloading while the page has unsaved work. */
export function confirmBeforeLoss(app: App, window: BrowserWindow, unsaved: UnsavedWork): void {
  const page = window.webContents
  let asking = false
  let agreed = false
  const quit = trackQuit(app, window)

  window.on('close', (event) => {
    // The window is only hidden: nothing is lost.
    if (event.defaultPrevented) return
    const titles = unsaved.titles()
    if (agreed || titles.length === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    void dialog.showMessageBox(window, createQuestion(titles, '不保存并关闭')).then(({ response }) => {
      asking = false
      agreed = response === LEAVE
      if (agreed && quit.quitting) app.quit()
      else if (agreed) window.close()
      quit.quitting = false
    })
  })

  // Runs when the page's beforeunload asks to stay; preventDefault() here means that the page is left.
  page.on('will-prevent-unload', (event) => {
    const titles = unsaved.titles()
    if (
      agreed ||
      titles.length === 0 ||
      dialog.showMessageBoxSync(window, createQuestion(titles, '不保存并重新加载')) === LEAVE
    ) {
      event.preventDefault()
    }
  })
  page.on('did-navigate', () => unsaved.clear())
  page.on('render-process-gone', () => unsaved.clear())
}

const LEAVE = 1
const MAX_LISTED = 8

function createQuestion(titles: readonly string[], leave: string): Electron.MessageBoxOptions {
  const more = titles.length > MAX_LISTED ? [`…… 共 ${titles.length} 项`] : []
  return {
    type: 'warning',
    title: '站匠',
    message: '有未保存的内容',
    detail: [...titles.slice(0, MAX_LISTED), ...more, '', '离开后这些修改会丢失。'].join('\n'),
    buttons: ['继续编辑', leave],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
