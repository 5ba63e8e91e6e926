import { EventEmitter } from 'node:events'
import { menu, type MenuItem } from './parts.ts'
import { emitPreventable, record } from './record.ts'
import { BrowserWindow } from './window.ts'

const paths = new Map<string, string>([
  ['home', process.env['STAND_IN_HOME'] ?? ''],
  ['downloads', process.env['STAND_IN_HOME'] ?? ''],
])

class App extends EventEmitter {
  isPackaged = process.env['STAND_IN_PACKAGED'] === '1'

  getAppPath = (): string => process.env['STAND_IN_APP_PATH'] ?? process.cwd()
  getVersion = (): string => '0.1.0'
  getName = (): string => 'sitecraft'
  getPath = (name: string): string => paths.get(name) ?? ''
  setPath(name: string, path: string): void {
    record('app.setPath', name, path)
    paths.set(name, path)
  }
  enableSandbox = (): void => record('app.enableSandbox')
  setAppUserModelId = (id: string): void => record('app.setAppUserModelId', id)
  setAsDefaultProtocolClient = (...args: unknown[]): void => record('app.setAsDefaultProtocolClient', ...args)
  setLoginItemSettings = (options: object): void => record('app.setLoginItemSettings', options)
  setBadgeCount = (count: number): void => record('app.setBadgeCount', count)
  setJumpList = (list: object): void => record('app.setJumpList', list)
  /** As on macOS; elsewhere there is none. */
  dock = { setMenu: (items: MenuItem[]): void => void (menu.dock = items) }
  getAppMetrics = (): object[] => [
    {
      pid: process.pid,
      type: 'Browser',
      cpu: { percentCPUUsage: 1.5 },
      memory: { workingSetSize: 80_000 },
    },
  ]
  requestSingleInstanceLock = (): boolean => process.env['STAND_IN_SECOND'] !== '1'
  whenReady = (): Promise<void> => Promise.resolve()

  /** Closes all windows first; one that stays open ends the quitting. */
  quit(): void {
    record('app.quit')
    if (emitPreventable(this, 'before-quit')) return
    for (const window of BrowserWindow.getAllWindows()) window.close()
    if (BrowserWindow.getAllWindows().length > 0) return
    if (!emitPreventable(this, 'will-quit')) this.exit(0)
  }
  exit(code = 0): void {
    record('app.exit', code)
    process.exit(code)
  }
}

export const app = new App()
BrowserWindow.whenAllClosed = () => app.emit('window-all-closed')
BrowserWindow.whenPageMade = (page) => app.emit('web-contents-created', {}, page)
