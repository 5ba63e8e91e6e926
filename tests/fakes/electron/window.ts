import { EventEmitter } from 'node:events'
import { emitPreventable, record, StandInEvent } from './record.ts'
import { checkOptions, platform, strict, violate } from './strict.ts'
import { clipboard, defaultSession, permissions } from './parts.ts'

let nextId = 1

export interface SentMessage {
  pageId: number
  channel: string
  message: unknown
}
/** What main sent to pages. */
export const sent: SentMessage[] = []

type OpenHandler = (details: { url: string }) => { action: string }
interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

export class StandInPage extends EventEmitter {
  readonly id = nextId++
  readonly session = defaultSession
  url = ''
  zoom = 0
  destroyed = false
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  readonly proxy: StandInPage

  constructor() {
    super()
    this.proxy = strict(this, 'WebContents', { isDestroyed: this.isDestroyed })
  }
  isDestroyed = (): boolean => this.destroyed
  getURL = (): string => this.url
  getZoomLevel = (): number => this.zoom
  setZoomLevel(level: number): void {
    record('webContents.setZoomLevel', level)
    this.zoom = level
  }
  focus = (): void => record('webContents.focus')
  replaceMisspelling = (word: string): void => record('webContents.replaceMisspelling', word)
  print = (options: object): void => record('webContents.print', options)
  startDrag = ({ file, files }: { file: string; files: string[] }): void => record('webContents.startDrag', file, files)
  /** Only what the program asks of its page. A permission that is denied fails without a sound in the page. */
  async executeJavaScript(code: string): Promise<void> {
    const text = /^navigator\.clipboard\.writeText\((".*")\)$/.exec(code)?.[1]
    if (!text) return violate(`the stand-in has no page that runs ${code}`)
    const isGranted = permissions.check?.(this.proxy, 'clipboard-sanitized-write', this.url, { isMainFrame: true })
    if (!isGranted) throw new Error('NotAllowedError: Write permission denied.')
    await clipboard.writeText(JSON.parse(text) as string)
  }
  printToPDF = async (): Promise<Buffer> => Buffer.from('%PDF-1.4')
  send(channel: string, message: unknown): void {
    const one = { pageId: this.id, channel, message: structuredClone(message) }
    sent.push(one)
    process.send?.({ sent: one })
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }
  /** What would become of window.open(url). */
  open = (url: string): { action: string } => this.#openHandler({ url })
  reload(): void {
    record('webContents.reload', this.id)
    this.emit('did-navigate', new StandInEvent(), this.url)
  }
  forcefullyCrashRenderer(): void {
    record('webContents.forcefullyCrashRenderer', this.id)
    this.emit('render-process-gone', new StandInEvent(), { reason: 'killed', exitCode: 9 })
  }
}

const all = new Set<StandInWindow>()
export const allWindows = (): StandInWindow[] => [...all]
let whenAllClosed = (): void => undefined
let whenMade: (window: StandInWindow) => void = () => undefined
export const onAllClosed = (listener: () => void): void => void (whenAllClosed = listener)
export const onWindowMade = (listener: typeof whenMade): void => void (whenMade = listener)
/** Asks each to close; false when one of them was kept open. */
export const closeAll = (): boolean =>
  allWindows()
    .map((window) => window.close())
    .every(Boolean)

export class StandInWindow extends EventEmitter {
  static getAllWindows = (): StandInWindow[] => allWindows().map((window) => window.proxy)
  /** Only one that is shown has the keyboard. */
  static getFocusedWindow = (): StandInWindow | null =>
    allWindows().find((window) => window.visible && !window.minimized)?.proxy ?? null

  readonly page = new StandInPage()
  readonly webContents = this.page.proxy
  bounds: Bounds
  maximized = false
  minimized = false
  fullScreen = false
  visible = false
  readonly proxy: StandInWindow

  constructor(options: Bounds) {
    super()
    checkOptions(options, 'BrowserWindowConstructorOptions', 'new BrowserWindow')
    const { x, y, width, height } = options
    this.bounds = { x, y, width, height }
    record('new BrowserWindow', options)
    all.add(this)
    this.proxy = strict(this, 'BrowserWindow', { isDestroyed: this.isDestroyed })
    whenMade(this.proxy)
    return this.proxy
  }

  async loadURL(url: string): Promise<void> {
    record('window.loadURL', url)
    this.page.url = url
    await new Promise(setImmediate)
    if (this.isDestroyed()) throw new Error('ERR_ABORTED (-3)')
    this.page.emit('did-navigate', new StandInEvent(), url)
    this.page.emit('did-finish-load')
    this.emit('ready-to-show')
  }
  getNormalBounds = (): object => this.bounds
  getBounds = (): object => this.bounds
  setBounds(bounds: Bounds): void {
    record('window.setBounds', bounds)
    this.bounds = bounds
  }
  isFullScreen = (): boolean => this.fullScreen
  setFullScreen(on: boolean): void {
    record('window.setFullScreen', on)
    this.fullScreen = on
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen')
  }
  isMaximized = (): boolean => this.maximized
  isMinimized = (): boolean => this.minimized
  isVisible = (): boolean => this.visible
  isDestroyed = (): boolean => !all.has(this)
  maximize(): void {
    record('window.maximize')
    this.maximized = true
  }
  restore(): void {
    record('window.restore')
    this.minimized = false
  }
  show(): void {
    record('window.show')
    this.visible = true
    this.emit('show')
  }
  hide(): void {
    record('window.hide')
    this.visible = false
  }
  setOverlayIcon = (_image: unknown, text: string): void => record('window.setOverlayIcon', text)
  setMenuBarVisibility = (on: boolean): void => record('window.setMenuBarVisibility', on)
  focus = (): void => record('window.focus')
  setProgressBar = (value: number): void => record('window.setProgressBar', value)
  /** Listeners decide at once; the window itself goes a turn later. */
  close(): boolean {
    if (emitPreventable(this, 'close')) return false
    setImmediate(() => this.destroy())
    return true
  }
  destroy(): void {
    if (!all.delete(this)) return
    record('window.destroyed')
    this.page.destroyed = true
    this.page.emit('destroyed')
    this.emit('closed')
    if (all.size === 0) whenAllClosed()
  }
  /** Windows: the person signs out or shuts the computer down. */
  endSession = (): void => {
    if (platform === 'win32') this.emit('session-end', new StandInEvent(), { reasons: ['shutdown'] })
  }
}
export const BrowserWindow = strict(StandInWindow, 'BrowserWindow', { isClass: true, afterReady: ['constructor'] })
