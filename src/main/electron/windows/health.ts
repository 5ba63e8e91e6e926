import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'

/** Chromium's net::ERR_ABORTED: another load replaced this one; no failure. */
const ABORTED = -3
/** Button indices of the questions below. */
const RELOAD_NOW = 0
const RELOAD_ANYWAY = 1

/** Offers to reload a page that crashed, hangs or failed to load, instead of an empty window. */
export function offerReloadOnFailure(window: BrowserWindow): void {
  const page = window.webContents
  let restarting = false

  page.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !restarting) void offerReload(window, CRASHED_QUESTION)
    restarting = false
  })

  page.on('did-fail-load', (_event, code, _text, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return
    window.show()
    void offerReload(window, NOT_LOADED_QUESTION)
  })

  window.on('unresponsive', () => {
    const recovered = new AbortController()
    window.once('responsive', () => recovered.abort())
    void dialog.showMessageBox(window, { ...HANGING_QUESTION, signal: recovered.signal }).then(({ response }) => {
      if (response !== RELOAD_ANYWAY || recovered.signal.aborted || window.isDestroyed()) return
      // A hanging page can't unload itself: its process must end first.
      restarting = true
      page.forcefullyCrashRenderer()
      page.reload()
    })
  })
}

async function offerReload(window: BrowserWindow, question: MessageBoxOptions): Promise<void> {
  if (window.isDestroyed()) return
  const { response } = await dialog.showMessageBox(window, question)
  if (window.isDestroyed()) return
  if (response === RELOAD_NOW) window.webContents.reload()
  else window.destroy()
}

const RELOAD_QUESTION: MessageBoxOptions = {
  type: 'error',
  title: '站匠',
  message: '',
  buttons: ['重新加载', '关闭窗口'],
  defaultId: RELOAD_NOW,
  cancelId: RELOAD_NOW,
  noLink: true,
}

const CRASHED_QUESTION: MessageBoxOptions = {
  ...RELOAD_QUESTION,
  message: '页面意外停止',
  detail: '已保存和已同步的内容不受影响。点击“重新加载”继续使用。',
}

const NOT_LOADED_QUESTION: MessageBoxOptions = {
  ...RELOAD_QUESTION,
  message: '页面加载失败',
  detail: '请点击“重新加载”；如果仍然如此，程序文件可能不完整，请重新安装。',
}

const HANGING_QUESTION: MessageBoxOptions = {
  type: 'warning',
  title: '站匠',
  message: '页面没有响应',
  detail: '可以继续等待；重新加载会丢失页面上未保存的内容。',
  buttons: ['继续等待', '重新加载'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}
