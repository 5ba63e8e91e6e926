import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { emitPreventable, record, StandInEvent } from './record.ts'
import { menu, type MenuItem } from './menu.ts'
import { phase, strict, violate } from './strict.ts'
import { allWindows, closeAll, onAllClosed, onWindowMade } from './window.ts'

const home = process.env['STAND_IN_HOME'] ?? ''
const paths = new Map<string, string>(['home', 'downloads', 'appData', 'userData', 'temp'].map((name) => [name, home]))

class App extends EventEmitter {
  readonly isPackaged = process.env['STAND_IN_PACKAGED'] === '1'
  readonly name = '站匠'
  #ready = Promise.withResolvers<void>()
  /** From the first before-quit until a window or a listener stopped it. */
  isQuitting = false

  getAppPath = (): string => process.env['STAND_IN_APP_PATH'] ?? process.cwd()
  getVersion(): string {
    const text = readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')
    return (JSON.parse(text) as { version: string }).version
  }
  getName = (): string => this.name
  getPath(name: string): string {
    return paths.get(name) ?? violate(`the stand-in has no path ${name} yet`)
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) violate(`app.setPath(${name}): the path is not absolute`)
    if (!existsSync(path)) violate(`app.setPath(${name}): the folder does not exist: ${path}`)
    record('app.setPath', name, path)
    paths.set(name, path)
  }
  enableSandbox = (): void => record('app.enableSandbox')
  setAppUserModelId = (id: string): void => record('app.setAppUserModelId', id)
  setDesktopName = (name: string): void => record('app.setDesktopName', name)
  setAboutPanelOptions = (options: object): void => record('app.setAboutPanelOptions', options)
  showAboutPanel = (): void => record('app.showAboutPanel')
  setAsDefaultProtocolClient(...args: unknown[]): boolean {
    record('app.setAsDefaultProtocolClient', ...args)
    return true
  }
  setLoginItemSettings = (options: object): void => record('app.setLoginItemSettings', options)
  getLoginItemSettings = (): object => ({
    openAtLogin: false,
    wasOpenedAtLogin: process.env['STAND_IN_OPENED_AT_LOGIN'] === '1',
  })
  setBadgeCount(count: number): boolean {
    record('app.setBadgeCount', count)
    return true
  }
  setJumpList(list: object): string {
    record('app.setJumpList', list)
    return 'ok'
  }
  readonly dock = strict({ setMenu: (one: { items: MenuItem[] }) => void (menu.dock = one.items) }, 'Dock')
  readonly commandLine = strict(
    { appendSwitch: (name: string, value?: string) => record('commandLine.appendSwitch', name, value) },
    'CommandLine',
  )
  getAppMetrics = (): object[] => [
    { pid: process.pid, type: 'Browser', cpu: { percentCPUUsage: 1.5 }, memory: { workingSetSize: 80_000 } },
  ]
  requestSingleInstanceLock = (): boolean => process.env['STAND_IN_SECOND'] !== '1'
  releaseSingleInstanceLock = (): void => record('app.releaseSingleInstanceLock')
  isReady = (): boolean => phase.isReady
  whenReady = (): Promise<void> => this.#ready.promise
  relaunch = (options?: object): void => record('app.relaunch', options)
  focus = (options?: object): void => record('app.focus', options)

  /** Electron's own step, once the program's entry has run. What the system sends by then comes before and right after it. */
  async becomeReady(): Promise<void> {
    const link = process.env['STAND_IN_OPEN_URL']
    if (link) this.emit('open-url', new StandInEvent(), link)
    await nextTurn()
    phase.isReady = true
    this.emit('ready', new StandInEvent(), {})
    this.#ready.resolve()
    await nextTurn()
    // One that nobody listens for is lost.
    const second = process.env['STAND_IN_SECOND_STARTED_WITH']
    if (second) this.emit('second-instance', new StandInEvent(), ['sitecraft', second], home, null)
  }

  /** before-quit, then every window, then will-quit and quit; a second call while it goes on does nothing. */
  quit(): void {
    record('app.quit')
    if (this.isQuitting) return
    this.isQuitting = true
    if (emitPreventable(this, 'before-quit')) this.isQuitting = false
    else this.closeWindows()
  }
  closeWindows(): void {
    if (allWindows().length === 0) this.#willQuit()
    else if (!closeAll()) this.isQuitting = false
  }
  /** No window is left: while quitting the quitting goes on, else the program is told. */
  windowsClosed(): void {
    if (this.isQuitting) this.#willQuit()
    else if (!this.emit('window-all-closed')) this.quit()
  }
  #willQuit(): void {
    this.isQuitting = true
    if (emitPreventable(this, 'will-quit')) this.isQuitting = false
    else this.exit(0)
  }
  /** The process is gone after it, with all that was pending. */
  exit(code = 0): void {
    record('app.exit', code)
    this.emit('quit', new StandInEvent(), code)
    process.exit(code)
  }
}

const raw = new App()
onAllClosed(() => raw.windowsClosed())
onWindowMade((window) => {
  raw.emit('web-contents-created', new StandInEvent(), window.webContents)
  raw.emit('browser-window-created', new StandInEvent(), window)
})

/** For the stand-in itself and for the test. */
export const rawApp = raw
export const app = strict(raw, 'App', { beforeReady: ['enableSandbox'] })

/** Windows and Linux have no Squirrel: electron-updater only tells this object that it ends the program. */
class AutoUpdater extends EventEmitter {
  setFeedURL = (options: object): void => record('autoUpdater.setFeedURL', options)
  checkForUpdates = (): void => record('autoUpdater.checkForUpdates')
  /** As on a Mac: the windows are closed first, and the program is told to quit after them. */
  quitAndInstall(): void {
    record('autoUpdater.quitAndInstall')
    this.emit('before-quit-for-update')
    raw.once('will-quit', () => record('autoUpdater.installed'))
    if (allWindows().length === 0) raw.quit()
    else {
      onAllClosed(() => raw.quit())
      if (!closeAll()) onAllClosed(() => raw.windowsClosed())
    }
  }
}
const rawUpdater = new AutoUpdater()
export const autoUpdater = strict(rawUpdater, 'AutoUpdater')
