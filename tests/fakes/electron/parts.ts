import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { record } from './record.ts'

type Answer = Record<string, unknown>

/** Answers that the test gave for the next dialogs; without one a dialog stays open. */
export const dialogAnswers: Answer[] = []
const waiting: ((answer: Answer) => void)[] = []
export function answerDialog(answer: Answer): void {
  const next = waiting.shift()
  if (next) next(answer)
  else dialogAnswers.push(answer)
}
const ask = (name: string, args: unknown[]): Promise<Answer> => {
  record(name, ...args)
  const ready = dialogAnswers.shift()
  return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve))
}

export const dialog = {
  showMessageBox: (...args: unknown[]) => ask('dialog.showMessageBox', args),
  showOpenDialog: (...args: unknown[]) => ask('dialog.showOpenDialog', args),
  showSaveDialog: (...args: unknown[]) => ask('dialog.showSaveDialog', args),
  showMessageBoxSync(...args: unknown[]): number {
    record('dialog.showMessageBoxSync', ...args)
    return Number(dialogAnswers.shift()?.['response'] ?? 0)
  },
  /** Printed, because the program ends right after it. */
  showErrorBox: (title: string, text: string) => console.error(title, text),
}

type Handler = (event: object, ...args: unknown[]) => unknown
export const handlers = new Map<string, Handler>()
class IpcMain extends EventEmitter {
  handle = (channel: string, handler: Handler): void => void handlers.set(channel, handler)
}
export const ipcMain = new IpcMain()

type Serve = (request: Request) => Promise<Response>
export const schemes = new Map<string, Serve>()
export const protocol = {
  registerSchemesAsPrivileged: (list: unknown) => record('protocol.registerSchemesAsPrivileged', list),
  handle: (scheme: string, serve: Serve) => void schemes.set(scheme, serve),
}

type Decide = (contents: unknown, permission: string, answer: (allowed: boolean) => void) => unknown
export const permissions: { request?: Decide; check?: Decide; device?: () => boolean } = {}
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (decide: Decide) => void (permissions.request = decide),
    setPermissionCheckHandler: (decide: Decide) => void (permissions.check = decide),
    setDevicePermissionHandler: (decide: () => boolean) => void (permissions.device = decide),
    resolveProxy: async (url: string) => {
      record('session.resolveProxy', url)
      return 'DIRECT'
    },
    setSpellCheckerEnabled: (on: boolean) => record('session.setSpellCheckerEnabled', on),
    setSpellCheckerLanguages: (languages: string[]) => record('session.setSpellCheckerLanguages', languages),
  },
}

export interface MenuItem {
  label?: string
  role?: string
  accelerator?: string
  checked?: boolean
  submenu?: MenuItem[]
  click?: () => void
}
/** The menus that there are: of the windows, of the tray's icon, of the dock. */
export const menu: { current: MenuItem[]; tray: MenuItem[]; dock: MenuItem[]; context: MenuItem[] } = {
  current: [],
  tray: [],
  dock: [],
  context: [],
}
export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => Object.assign(template, { popup: () => void (menu.context = template) }),
  setApplicationMenu: (template: MenuItem[]) => void (menu.current = template),
}

export const crashReporter = { start: (options: object) => record('crashReporter.start', options) }

export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: false }

interface Display {
  id: number
  workArea: { x: number; y: number; width: number; height: number }
}
class Screen extends EventEmitter {
  displays: [Display, ...Display[]] = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }]
  getPrimaryDisplay = (): Display => this.displays[0]
  getAllDisplays = (): Display[] => this.displays
}
export const screen = new Screen()

export const shell = {
  openExternal: async (url: string) => record('shell.openExternal', url),
  openPath: async (path: string) => {
    record('shell.openPath', path)
    return ''
  },
}

export const notifications: Notification[] = []
export const trays: Tray[] = []

export class Tray extends EventEmitter {
  constructor(_image: unknown) {
    super()
    record('new Tray')
    trays.push(this)
  }
  setToolTip = (text: string): void => record('tray.setToolTip', text)
  setContextMenu = (items: MenuItem[]): void => void (menu.tray = items)
}

const image = { resize: () => image }
export const nativeImage = {
  createFromPath(path: string) {
    record('nativeImage.createFromPath', path)
    return image
  },
  createFromBitmap: () => image,
}

export class Notification extends EventEmitter {
  static isSupported = (): boolean => true
  #options: object
  constructor(options: object) {
    super()
    this.#options = options
  }
  show(): void {
    notifications.push(this)
    record('notification.show', this.#options)
  }
}

/** A utility process ends with its parent; a child process does so when it listens for the lost channel. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit());process.channel.unref()'

export const utilityProcess = {
  /** A plain child process with the same events. */
  fork(entry: string, args: string[], options: { env: NodeJS.ProcessEnv; serviceName: string }) {
    record('utilityProcess.fork', entry, args, options.serviceName)
    const execArgv = ['--import', END_WITH_PARENT]
    return fork(entry, args, { env: options.env, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  },
}

/** Is told by electron-updater that it ends the program. */
export const autoUpdater = new EventEmitter()
