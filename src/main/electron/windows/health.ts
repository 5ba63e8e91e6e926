import { dialog, type BrowserWindow } from 'electron'

/** A page that crashed or hangs is offered a new start instead of an empty window. */
export function watchHealth(window: BrowserWindow): void {
  const page = window.webContents

  page.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    void dialog.showMessageBox(window, crashed).then(({ response }) => {
      if (window.isDestroyed()) return
      if (response === 0) page.reload()
      else window.destroy()
    })
  })

  window.on('unresponsive', () => {
    const recovered = new AbortController()
    window.once('responsive', () => recovered.abort())
    void dialog.showMessageBox(window, { ...hanging, signal: recovered.signal }).then(({ response }) => {
      if (response !== 1 || recovered.signal.aborted || window.isDestroyed()) return
      // The crash that follows would be asked about again; reload() starts a new process at once.
      page.forcefullyCrashRenderer()
      page.reload()
    })
  })
}

const crashed: Electron.MessageBoxOptions = {
  type: 'error',
  title: '站匠',
  message: '页面意外停止了',
  detail: '已保存和已同步的内容不受影响。点击“重新加载”继续使用。',
  buttons: ['重新加载', '关闭窗口'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

const hanging: Electron.MessageBoxOptions = {
  type: 'warning',
  title: '站匠',
  message: '页面没有响应',
  detail: '可以再等一会儿；重新加载会丢失页面上没有保存的内容。',
  buttons: ['继续等待', '重新加载'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}
