import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { UploadTotals } from '#shared/contract/uploads.ts'
import type { FactsFile, StoredFacts } from '../auth/facts.ts'
import type { Backend } from '../backend/backend.ts'
import type { Connections } from '../connections/connections.ts'
import { unsavedTitles } from '../handlers/app.ts'
import { logPath } from './log.ts'
import type { NetworkStore } from '../networkStore.ts'
import type { Ports, ProcessUse } from '../ports.ts'
import type { SettingsService } from '../dataFolder/settings.ts'
import type { SyncService } from '../sync/index.ts'
import type { ApiClient, Emit } from '../types.ts'
import { readCrashReports } from './crashes.ts'
import { diagnosticsHandlers } from './handlers.ts'
import { createPackages } from './package.ts'
import { createSelfTests } from '../selfTest/launch.ts'
import { createProcesses } from './processes.ts'
import { opendir, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Running } from '#shared/contract/diagnostics.ts'
import { homedir, hostname } from 'node:os'
import type { Connection } from '#shared/contract/host.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import { readUserName } from '../process/userName.ts'
import { FOLDER, type KnownName } from './anonymise.ts'

interface DiagnosticsDeps {
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
  /** The client of the signed-in account; null without one. */
  client: () => ApiClient | null
  emit: Emit
}

/** Log, crash reports, running work, and the diagnostic package that a person may pass on. */
export function createDiagnostics(deps: DiagnosticsDeps): { handlers: HostHandlers<'diagnostics'> } {
  const { dataDir, ports, state, sync, backend, connections } = deps
  const now = (): Date => ports.clock.now()
  const workspaces = () => sync.handlers['workspaces.list']({})
  const processes = ports.processes ?? createProcesses(() => backend.pid())
  const folder = createFolderSize(dataDir, () => now().getTime())
  const running = () =>
    collectRunning({
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
      collectKnownNames({
        dataDir,
        facts: await deps.facts.read(),
        connections: connections.list().connections,
        workspaces: await workspaces(),
        titles: unsavedTitles(state),
        sites: await readSites(deps.client()),
      }),
    settings: () => deps.settings.get(),
    connections: () => connections.list().connections,
    network: () => deps.network.status(),
    workspaces,
    running,
    crashes: () => readCrashReports(dataDir),
    now,
  })
  const leaveSafe = async (): Promise<void> => {
    state.safe = false
    await sync.resume()
  }
  const selfTests = createSelfTests({ program: ports.program, emit: deps.emit })
  return { handlers: diagnosticsHandlers({ dataDir, ports, packages, running, leaveSafe, selfTests }) }
}

/** Sites that the account sees; none without an account or while the server is unreachable. */
async function readSites(client: ApiClient | null): Promise<{ title: string; domain: string }[]> {
  const sites = await client?.call('site.page', { page: 1, size: 1000 }, { timeoutMs: 5000 }).catch(() => null)
  return sites?.data.content.map(({ title, domain }) => ({ title, domain })) ?? []
}

/** ms. Cache time of a count: a data folder may have a hundred thousand files. */
const CACHE_MS = 60_000

/** The data folder's size by its parts; counted again on request when the last count has expired. */
function createFolderSize(dataDir: string, now: () => number): () => Promise<Running['folder']> {
  let last: Promise<Running['folder']> | null = null
  let countedAt = 0
  return () => {
    if (last && Math.abs(now() - countedAt) < CACHE_MS) return last
    countedAt = now()
    last = countFolder(dataDir, countedAt)
    return last
  }
}

async function countFolder(dataDir: string, countedAt: number): Promise<Running['folder']> {
  const sizes = new Map<string, number>()
  for await (const entry of await opendir(dataDir)) {
    const name = entry.isDirectory() ? entry.name : ''
    const bytes = entry.isDirectory()
      ? await sizeOf(join(dataDir, entry.name))
      : await fileSize(join(dataDir, entry.name))
    sizes.set(name, (sizes.get(name) ?? 0) + bytes)
  }
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
  const parts = [...sizes].map(([name, bytes]) => ({ name, bytes })).toSorted((a, b) => b.bytes - a.bytes)
  return { path: dataDir, parts, free, countedAt }
}

/** Does not follow links; files that vanish meanwhile count as 0. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  try {
    for await (const entry of await opendir(folder))
      if (entry.isDirectory()) bytes += await sizeOf(join(folder, entry.name))
      else if (entry.isFile()) bytes += await fileSize(join(folder, entry.name))
  } catch {
    return bytes
  }
  return bytes
}

const fileSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Names known on this computer that must not leave it in a diagnostic package. */
function collectKnownNames(from: {
  dataDir: string
  facts: StoredFacts
  connections: readonly Connection[]
  workspaces: readonly Workspace[]
  /** Titles of unsaved work. */
  titles: readonly string[]
  sites: readonly { title: string; domain: string }[]
}): KnownName[] {
  const names: KnownName[] = [
    { kind: FOLDER, value: homedir() },
    { kind: FOLDER, value: resolve(from.dataDir) },
    { kind: '电脑', value: hostname() },
    { kind: '用户', value: readUserName() },
  ]
  const add = (kind: string, ...values: string[]): void => {
    for (const value of values) names.push({ kind, value })
  }
  for (const { username } of Object.values(from.facts)) add('用户', username)
  for (const { title, domain } of from.sites) {
    add('站点', title)
    add('主机', ...domain.split(','))
  }
  for (const { name, kind, baseUrl, certificate } of from.connections) {
    add('连接', name, certificate)
    if (kind !== 'builtin' && URL.canParse(baseUrl)) add('主机', new URL(baseUrl).host, new URL(baseUrl).hostname)
  }
  for (const { templateName, folder, localPath } of from.workspaces) {
    add(FOLDER, localPath)
    add('模板', templateName, folder)
  }
  add('内容', ...from.titles)
  // A single letter, or the root folder, would match half of the text.
  return names.filter(({ value }) => value.length > 1)
}

interface RunningDeps {
  startedAt: number
  processes: () => Promise<ProcessUse[]>
  /** Address of the built-in server; '' while it does not run. */
  serverUrl: () => string
  uploads: () => Running['uploads']
  workspaces: () => Promise<readonly Workspace[]>
  /** The client of the signed-in account; null without one. */
  client: () => ApiClient | null
  folder: () => Promise<Running['folder']>
}

/** ms. A server that doesn't respond must not keep the page waiting. */
const JOBS_MS = 3000

/** What the program is doing now. */
async function collectRunning(deps: RunningDeps): Promise<Running> {
  const [processes, workspaces, jobs, folder] = await Promise.all([
    deps.processes(),
    deps.workspaces(),
    readJobs(deps.client()),
    deps.folder(),
  ])
  const { open, active, failed } = deps.uploads()
  const url = deps.serverUrl()
  return {
    startedAt: deps.startedAt,
    processes,
    serverPort: url === '' ? 0 : Number(new URL(url).port),
    uploads: { open, active, failed },
    workspaces: workspaces.map(({ templateName, state, waiting, failed }) => ({
      name: templateName,
      state,
      waiting,
      failed,
    })),
    jobs,
    folder,
  }
}

/** null without an account, and for servers that lack the call. */
const readJobs = async (client: ApiClient | null): Promise<Running['jobs']> => {
  if (!client) return null
  return client.call('job.list', {}, { timeoutMs: JOBS_MS }).then(
    ({ data }) => data.map(({ title, state, progress }) => ({ title, state, progress })),
    () => null,
  )
}
