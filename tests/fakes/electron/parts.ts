import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { record } from './record.ts'
import { checkOptions, strict, violate } from './strict.ts'

type Answer = Record<string, unknown>

/** Answers that the test gave for the next dialogs; without one a dialog stays open. */
const dialogAnswers: Answer[] = []
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

const DIALOGS = ['showMessageBox', 'showOpenDialog', 'showSaveDialog', 'showMessageBoxSync']
export const dialog = strict(
  {
    showMessageBox: (...args: unknown[]) => ask('dialog.showMessageBox', args),
    showOpenDialog: (...args: unknown[]) => ask('dialog.showOpenDialog', args),
    showSaveDialog: (...args: unknown[]) => ask('dialog.showSaveDialog', args),
    showMessageBoxSync(...args: unknown[]): number {
      record('dialog.showMessageBoxSync', ...args)
      return Number(dialogAnswers.shift()?.['response'] ?? 0)
    },
    /** Printed, because the program ends right after it. */
    showErrorBox: (title: string, text: string) => console.error(title, text),
  },
  'Dialog',
  { afterReady: DIALOGS },
)

type Handler = (event: object, ...args: unknown[]) => unknown
export const handlers = new Map<string, Handler>()
class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) violate(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  }
}
export const rawIpcMain = new IpcMain()
export const ipcMain = strict(rawIpcMain, 'IpcMain')

type Serve = (request: Request) => Promise<Response>
export const schemes = new Map<string, Serve>()
let isRegistered = false
export const protocol = strict(
  {
    registerSchemesAsPrivileged(list: unknown): void {
      if (isRegistered) violate('registerSchemesAsPrivileged: only the last call counts, and this is a second one')
      isRegistered = true
      record('protocol.registerSchemesAsPrivileged', list)
    },
    handle(scheme: string, serve: Serve): void {
      if (schemes.has(scheme)) violate(`protocol ${scheme} is handled already`)
      schemes.set(scheme, serve)
    },
  },
  'Protocol',
  { afterReady: ['handle'], beforeReady: ['registerSchemesAsPrivileged'] },
)

type Decide = (contents: unknown, permission: string, answer: (allowed: boolean) => void, details: object) => unknown
type Check = (contents: unknown, permission: string, origin: string, details: object) => boolean
export const permissions: { request?: Decide; check?: Check; device?: () => boolean } = {}
class StandInSession extends EventEmitter {
  setPermissionRequestHandler = (decide: Decide): void => void (permissions.request = decide)
  setPermissionCheckHandler = (decide: Check): void => void (permissions.check = decide)
  setDevicePermissionHandler = (decide: () => boolean): void => void (permissions.device = decide)
  resolveProxy = async (url: string): Promise<string> => {
    record('session.resolveProxy', url)
    return 'DIRECT'
  }
  setSpellCheckerEnabled = (on: boolean): void => record('session.setSpellCheckerEnabled', on)
  setSpellCheckerLanguages = (languages: string[]): void => record('session.setSpellCheckerLanguages', languages)
  addWordToSpellCheckerDictionary = (word: string): boolean => {
    record('session.addWordToSpellCheckerDictionary', word)
    return true
  }
}
export const defaultSession = strict(new StandInSession(), 'Session')
export const session = strict({ defaultSession }, 'Session', { isClass: true, afterReady: 'all' })

export const crashReporter = strict(
  { start: (options: object) => record('crashReporter.start', options) },
  'CrashReporter',
)

export const nativeTheme = strict(
  Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false }),
  'NativeTheme',
)

interface Display {
  id: number
  workArea: { x: number; y: number; width: number; height: number }
}
class Screen extends EventEmitter {
  displays: [Display, ...Display[]] = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }]
  getPrimaryDisplay = (): Display => this.displays[0]
  getAllDisplays = (): Display[] => this.displays
}
export const rawScreen = new Screen()
export const screen = strict(rawScreen, 'Screen', { afterReady: 'all' })

/** The system's own. */
let copied = ''
export const clipboard = strict(
  { readText: async () => copied, writeText: async (text: string) => void (copied = text) },
  'Clipboard',
)

export const shell = strict(
  {
    openExternal: async (url: string) => record('shell.openExternal', url),
    openPath: async (path: string) => {
      record('shell.openPath', path)
      return existsSync(path) ? '' : 'Failed to open path'
    },
    showItemInFolder: (path: string) => record('shell.showItemInFolder', path),
  },
  'Shell',
)

class PowerMonitor extends EventEmitter {}
export const rawPowerMonitor = new PowerMonitor()
export const powerMonitor = strict(rawPowerMonitor, 'PowerMonitor')

class StandInImage {
  readonly path: string
  constructor(path: string) {
    this.path = path
    return strict(this, 'NativeImage')
  }
  isEmpty = (): boolean => this.path !== '' && !existsSync(this.path)
  resize = (): StandInImage => new StandInImage(this.path)
  setTemplateImage = (on: boolean): void => record('nativeImage.setTemplateImage', on)
}
export const nativeImage = strict(
  {
    createFromPath(path: string) {
      record('nativeImage.createFromPath', path)
      return new StandInImage(path)
    },
    createFromBitmap: () => new StandInImage(''),
  },
  'NativeImage',
  { isClass: true },
)

export const notifications: StandInNotification[] = []
class StandInNotification extends EventEmitter {
  static isSupported = (): boolean => process.env['STAND_IN_NO_NOTIFICATIONS'] !== '1'
  #options: object
  constructor(options: object) {
    super()
    checkOptions(options, 'NotificationConstructorOptions', 'new Notification')
    this.#options = options
    return strict(this, 'Notification')
  }
  show(): void {
    notifications.push(this)
    record('notification.show', this.#options)
    // The system may refuse it (turned off by the person), which is only told by an event.
    const failure = process.env['STAND_IN_NOTIFICATION_FAILS']
    setImmediate(() => (failure ? this.emit('failed', {}, failure) : this.emit('show', {})))
  }
}
export const Notification = strict(StandInNotification, 'Notification', { isClass: true, afterReady: 'all' })
