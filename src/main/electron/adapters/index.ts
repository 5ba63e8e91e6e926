import { app, session } from 'electron'
import { createKeychain } from '#services/auth/keychain.ts'
import type { PageWindows, Ports } from '#services/ports.ts'
import { createDesktopIntegration } from './desktopIntegration.ts'
import { createDragger } from './dragger.ts'
import { createDialogs } from './dialogs.ts'
import { updatesRefused } from './installedBy.ts'
import { createLauncher } from './launcher.ts'
import { lazyUpdater } from './lazyUpdater.ts'
import { noUpdates } from './noUpdates.ts'
import { createNotifier } from './notifier.ts'
import { measuredProcesses } from './processes.ts'
import { createShell } from './shell.ts'
import { updateSource } from './updateSource.ts'

/**
 * Everything the services need of Electron.
 * @param server see createLauncher
 * @param previews see createShell
 * @param desk see createDesktopIntegration; `openPage` opens a window of one page
 */
export function createPorts(
  server: { entry: string; resources: string; updates: string },
  previews: () => string,
  desk: { icon: string; open: (href?: string) => void; openPage: PageWindows['open'] },
): Ports {
  const refused = app.isPackaged ? updatesRefused(process.platform, process.execPath) : '开发环境中运行，不检查更新'
  return {
    host: 'electron',
    secrets: createKeychain(),
    dialogs: createDialogs(),
    shell: createShell(previews),
    notifier: createNotifier(desk.open),
    desktop: createDesktopIntegration(desk),
    dragger: createDragger(desk.icon),
    pageWindows: { open: desk.openPage, showMain: desk.open },
    clock: { now: () => new Date() },
    launcher: createLauncher(server),
    // Chromium knows the system's settings, its PAC script and automatic discovery.
    proxies: (url) => session.defaultSession.resolveProxy(url),
    processes: async () => measuredProcesses(),
    updater: refused
      ? () => noUpdates(refused)
      : (outgoing, kept) => lazyUpdater(updateSource(server.updates), outgoing, kept),
    program: programCommand(),
    links: null,
  }
}

/** An AppImage runs from a folder that is another one each time; a program in development is told its own folder. */
const programCommand = (): Ports['program'] => ({
  command: process.env['APPIMAGE'] ?? process.execPath,
  args: app.isPackaged ? [] : [app.getAppPath()],
})
