import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { UploadTotals } from '#shared/contract/uploads.ts'
import type { FactsFile } from '../auth/facts.ts'
import type { Backend } from '../backend/backend.ts'
import type { Connections } from '../connections.ts'
import { unsavedTitles } from '../handlers/app.ts'
import { logPath } from '../log.ts'
import type { NetworkStore } from '../networkStore.ts'
import type { Ports } from '../ports.ts'
import type { SettingsService } from '../settings.ts'
import type { SyncService } from '../sync/index.ts'
import type { ApiClient, Emit } from '../types.ts'
import { crashReports } from './crashes.ts'
import { createFolderSize } from './folderSize.ts'
import { diagnosticsHandlers } from './handlers.ts'
import { knownNames } from './knownNames.ts'
import { createPackages } from './package.ts'
import { createSelfTests } from '../selfTest/launch.ts'
import { createProcesses } from './processes.ts'
import { whatRuns } from './running.ts'

export interface DiagnosticsDeps {
  dataDir: string
  ports: Ports
  program: { version: string; host: string; policies: readonly string[] }
  programFolder: string
  /** ms since 1970. */
  startedAt: number
  state: { unsaved: ReadonlyMap<string, readonly string[]>; safe: boolean }
  facts: FactsFile
  connections: Connections
  settings: SettingsService
  network: NetworkStore
  sync: SyncService
  uploads: () => UploadTotals
  backend: Backend
  /** Of the signed-in account; null without one. */
  client: () => ApiClient | null
  emit: Emit
}

/** Log, crash reports, what runs, and the package of them that a person may give away. */
export function createDiagnostics(deps: DiagnosticsDeps): { handlers: HostHandlers<'diagnostics'> } {
  const { dataDir, ports, state, sync, backend, connections } = deps
  const now = (): Date => ports.clock.now()
  const workspaces = () => sync.handlers['workspaces.list']({})
  const processes = ports.processes ?? createProcesses(() => backend.pid())
  const folder = createFolderSize(dataDir, () => now().getTime())
  const running = () =>
    whatRuns({
      startedAt: deps.startedAt,
      processes,
      serverUrl: () => backend.baseUrl(),
      uploads: deps.uploads,
      workspaces,
      client: deps.client,
      folder,
    })
  const packages = createPackages({
    logPath: logPath(dataDir),
    programFolder: deps.programFolder,
    program: () => ({ ...deps.program, safe: state.safe }),
    known: async () =>
      knownNames({
        dataDir,
        facts: await deps.facts.read(),
        connections: connections.list().connections,
        workspaces: await workspaces(),
        titles: unsavedTitles(state),
        sites: await sitesOf(deps.client()),
      }),
    settings: () => deps.settings.get(),
    connections: () => connections.list().connections,
    network: () => deps.network.status(),
    workspaces,
    running,
    crashes: () => crashReports(dataDir),
    now,
  })
  const leaveSafe = async (): Promise<void> => {
    state.safe = false
    await sync.resume()
  }
  const selfTests = createSelfTests({ program: ports.program, emit: deps.emit })
  return { handlers: diagnosticsHandlers({ dataDir, ports, packages, running, leaveSafe, selfTests }) }
}

/** Sites that the account sees; none without one or while the server is away. */
async function sitesOf(client: ApiClient | null): Promise<{ title: string; domain: string }[]> {
  const sites = await client?.call('site.page', { page: 1, size: 1000 }, { timeoutMs: 5000 }).catch(() => null)
  return sites?.data.content.map(({ title, domain }) => ({ title, domain })) ?? []
}
