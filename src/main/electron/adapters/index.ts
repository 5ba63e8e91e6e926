import { createKeychain } from '#services/auth/keychain.ts'
import type { Ports } from '#services/ports.ts'
import { createDialogs } from './dialogs.ts'
import { createLauncher } from './launcher.ts'
import { createNotifier } from './notifier.ts'
import { createShell } from './shell.ts'

/** Everything the services need of Electron. @param serverEntry absolute path of the built server */
export function createPorts(serverEntry: string): Ports {
  return {
    host: 'electron',
    secrets: createKeychain(),
    dialogs: createDialogs(),
    shell: createShell(),
    notifier: createNotifier(),
    clock: { now: () => new Date() },
    launcher: createLauncher(serverEntry),
    links: null,
  }
}
