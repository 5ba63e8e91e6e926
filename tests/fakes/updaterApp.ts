import { AppImageUpdater, type AppUpdater } from 'electron-updater'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** electron-updater's own updater of AppImages, in a program that is installed below `folder`. */
export function installedUpdater(folder: string, version: string): { updater: AppUpdater; quits: () => number } {
  const config = join(folder, 'app-update.yml')
  writeFileSync(config, 'provider: generic\nurl: https://never.example/\nupdaterCacheDirName: cache\n')
  let quits = 0
  const updater = new AppImageUpdater(null, {
    version,
    name: 'sitecraft',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => void (quits += 1),
    onQuit: () => undefined,
  })
  return { updater, quits: () => quits }
}
