import { EventEmitter } from 'node:events'
import { emitPreventable, record } from './record.ts'

let nextId = 1

export interface SentMessage {
  pageId: number
  channel: string
  message: unknown
}
/** What main sent to pages. */
export const sent: SentMessage[] = []

type OpenHandler = (details: { url: string }) => { action: string }

export class WebContents extends EventEmitter {
  readonly id = nextId++
  url = ''
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  getURL = (): string => this.url
  isDestroyed = (): boolean => false
  zoom = 0
  getZoomLevel = (): number => this.zoom
  setZoomLevel(level: number): void {
    record('webContents.setZoomLevel', level)
    this.zoom = level
  }
  replaceMisspelling = (word: string): void => record('webContents.replaceMisspelling', word)
  print = (options: object): void => record('webContents.print', options)
  startDrag = ({ file, files }: { file: string; files: string[] }): void => record('webContents.startDrag', file, files)
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
    this.emit('did-navigate', {}, this.url)
  }
  forcefullyCrashRenderer(): void {
    record('webContents.forcefullyCrashRenderer', this.id)
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

export class BrowserWindow extends EventEmitter {
  static #all = new Set<BrowserWindow>()
  static whenAllClosed: () => void = () => undefined
  static whenPageMade: (page: WebContents) => void = () => undefined
  static getAllWindows = (): BrowserWindow[] => [...BrowserWindow.#all]
  static getFocusedWindow = (): BrowserWindow | null => BrowserWindow.getAllWindows()[0] ?? null

  readonly webContents = new WebContents()
  bounds: { x: number; y: number; width: number; height: number }
  maximized = false
  minimized = false
  fullScreen = false
  visible = false

  constructor(options: { x: number; y: number; width: number; height: number }) {
    super()
    const { x, y, width, height } = options
    this.bounds = { x, y, width, height }
    record('new BrowserWindow', options)
    BrowserWindow.#all.add(this)
    BrowserWindow.whenPageMade(this.webContents)
  }

  async loadURL(url: string): Promise<void> {
    record('window.loadURL', url)
    this.webContents.url = url
    await Promise.resolve()
    this.webContents.emit('did-navigate', {}, url)
    this.webContents.emit('did-finish-load')
    this.emit('ready-to-show')
  }
  getNormalBounds = (): object => this.bounds
  getBounds = (): object => this.bounds
  setBounds(bounds: BrowserWindow['bounds']): void {
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
  isDestroyed = (): boolean => !BrowserWindow.#all.has(this)
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
  focus = (): void => record('window.focus')
  setProgressBar = (value: number): void => record('window.setProgressBar', value)
  close(): void {
    if (!emitPreventable(this, 'close')) this.destroy()
  }
  destroy(): void {
    if (!BrowserWindow.#all.delete(this)) return
    record('window.destroyed')
    this.webContents.emit('destroyed')
    this.emit('closed')
    if (BrowserWindow.#all.size === 0) BrowserWindow.whenAllClosed()
  }
}
