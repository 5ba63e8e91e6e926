import { createKeychain } from '#services/auth/keychain.ts'
import { composeHost, type Host } from '#services/compose.ts'
import type { BackendLauncher, SecretStore } from '#services/ports.ts'
import { noDialogs } from './adapters/dialogs.ts'
import { desktopShell } from './adapters/shell.ts'
import { createEventStream } from './events.ts'
import { serve } from './http.ts'
import { createLinks } from './links.ts'

export interface BrowserHostOptions {
  dataDir: string
  /** 0 lets the system choose. */
  port: number
  version: string
  pageRoot: string
  launcher: BackendLauncher
  /** Default: the operating system's keychain. */
  secrets?: SecretStore
  print: (line: string) => void
}

export interface BrowserHost {
  host: Host
  port: number
  /** A fresh address that opens the page once. */
  launchAddress(): string
  close(): Promise<void>
}

/** The product in a browser tab: all services of the desktop program behind a loopback server. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const links = createLinks()
  const host = await composeHost(
    {
      host: 'browser',
      secrets: options.secrets ?? createKeychain(),
      dialogs: noDialogs,
      shell: desktopShell(),
      // A tab shows its notices itself and has no taskbar to draw progress on.
      notifier: { notify: () => false, progress: () => undefined },
      clock: { now: () => new Date() },
      launcher: options.launcher,
      links,
    },
    { dataDir: options.dataDir, version: options.version, print: options.print },
  )
  const events = createEventStream((listener) => host.subscribe(listener))
  const { server, port, launchAddress } = await serve({ host, events, links, pageRoot: options.pageRoot }, options.port)
  return {
    host,
    port,
    launchAddress,
    async close() {
      events.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await host.close()
    },
  }
}
