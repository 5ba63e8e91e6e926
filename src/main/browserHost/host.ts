import { createKeychain } from '#services/auth/keychain.ts'
import { composeHost, type Host } from '#services/compose.ts'
import type { ShowWindow } from '#services/control/server.ts'
import type { PolicySources } from '#services/policy/read.ts'
import type { BackendLauncher, Ports, SecretStore } from '#services/ports.ts'
import { noDialogs } from './adapters/dialogs.ts'
import { createDesktopShell } from './adapters/shell.ts'
import { createEventStream } from './events.ts'
import { serveOnLastPort } from './http.ts'
import { createLinks } from './links.ts'
import type { PageCount } from './window/lifetime.ts'

interface BrowserHostOptions {
  dataDir: string
  /** 0: the port of the last run on this data folder, or one chosen by the system. */
  port: number
  version: string
  pageRoot: string
  /** See HostOptions. */
  safe?: boolean
  programFolder?: string
  launcher: BackendLauncher
  /** How this host is started; default: like this process. */
  program?: Ports['program']
  /** The administrator's policies; default: none. */
  policies?: PolicySources
  /** Default: the operating system's keychain. */
  secrets?: SecretStore
  print: (line: string) => void
  /** Called when another start on the same data folder asks for a window. */
  onShow?: ShowWindow
}

export interface BrowserHost {
  host: Host
  port: number
  /** A fresh address that opens the page once. */
  createLaunchAddress(): string
  /** The same for tabs at the port of the last run, if that differs; null if there is none. */
  createFormerAddress(): string | null
  /** The pages that are open. */
  pages(): PageCount
  /** Opens an address of this host in a tab of the user's browser. */
  openTab(address: string): Promise<void>
  close(): Promise<void>
}

/** The product in a browser tab: all services of the desktop program behind a loopback server. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const links = createLinks()
  const shell = createDesktopShell()
  const host = await composeHost(
    {
      host: 'browser',
      secrets: options.secrets ?? createKeychain(),
      dialogs: noDialogs,
      shell,
      // A tab shows its notices itself and has no taskbar progress.
      notifier: { notify: async () => false, progress: () => undefined },
      desktop: null,
      pageWindows: null,
      dragger: null,
      clock: { now: () => new Date() },
      launcher: options.launcher,
      proxies: null,
      processes: null,
      updater: null,
      program: options.program ?? { command: process.execPath, args: process.argv.slice(1, 2) },
      links,
    },
    {
      dataDir: options.dataDir,
      version: options.version,
      print: options.print,
      safe: options.safe ?? false,
      ...(options.programFolder ? { programFolder: options.programFolder } : {}),
      policies: options.policies ?? (async () => []),
      ...(options.onShow ? { onShow: options.onShow } : {}),
    },
  )
  const events = createEventStream((listener) => host.subscribe(listener))
  const parts = { host, events, links, pageRoot: options.pageRoot }
  const [served, former] = await serveOnLastPort(parts, options.dataDir, options.port).catch(async (error: unknown) => {
    events.close()
    await host.close()
    throw error
  })
  if (!served) throw new Error('nothing is served')
  return {
    host,
    port: served.port,
    createLaunchAddress: served.launchAddress,
    createFormerAddress: () => former?.launchAddress() ?? null,
    pages: () => events.pages(),
    openTab: (address) => shell.openExternal(address),
    async close() {
      events.close()
      await Promise.all([served.close(), former?.close()])
      await host.close()
    },
  }
}
