import { session } from 'electron'
import { createKeychain } from '#services/auth/keychain.ts'
import type { Ports } from '#services/ports.ts'
import { createDialogs } from './dialogs.ts'
import { createLauncher } from './launcher.ts'
import { createNotifier } from './notifier.ts'
import { createShell } from './shell.ts'

/** Everything the services need of Electron. @param server see createLauncher */
export function createPorts(server: { entry: string; resources: string }): Ports {
  return {
    host: 'electron',
    secrets: createKeychain(),
    dialogs: createDialogs(),
    shell: createShell(),
    notifier: createNotifier(),
    clock: { now: () => new Date() },
    launcher: createLauncher(server),
    // Chromium knows the system's settings, its PAC script and automatic discovery.
    proxies: (url) => session.defaultSession.resolveProxy(url),
    links: null,
  }
}
