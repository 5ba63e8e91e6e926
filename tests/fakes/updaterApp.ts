import { EventEmitter } from 'node:events'
import Module, { createRequire } from 'node:module'
import { AppImageUpdater, type AppUpdater } from 'electron-updater'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** electron-updater tells Electron's own updater that it ends the program. */
export function standInForElectron(): void {
  const require = createRequire(import.meta.resolve('electron-updater'))
  const path = require.resolve('electron')
  const loaded = Object.assign(new Module(path), { loaded: true, exports: { autoUpdater: new EventEmitter() } })
  require.cache[path] = loaded
}

/** electron-updater's own updater of AppImages, in a program that is installed below `folder`. @param cache where it fetches to */
export function installedUpdater(
  folder: string,
  version: string,
  cache = folder,
): { updater: AppUpdater; quits: () => number } {
  const config = join(folder, 'app-update.yml')
  writeFileSync(config, 'provider: generic\nurl: https://never.example/\nupdaterCacheDirName: cache\n')
  let quits = 0
  const updater = new AppImageUpdater(null, {
    version,
    name: 'sitecraft',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: cache,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => void (quits += 1),
    onQuit: () => undefined,
  })
  return { updater, quits: () => quits }
}
