import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Workspace, WorkspaceFile } from '#shared/contract/workspace.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { createGrants } from '#services/grants/grants.ts'
import { RESERVED_FOLDER } from '#services/sync/core/names.ts'
import { createSyncService, type SyncOptions, type SyncService } from '#services/sync/index.ts'
import { listTemplates } from '#services/sync/templates.ts'
import type { Remote } from '#services/sync/remote/remote.ts'
import type { ApiClient, Emit, Sessions } from '#services/types.ts'
import { memoryLog } from './logger.ts'

/** The product's ways, faster. */
export const FAST = {
  settle: 60,
  deleteSettle: 100,
  gather: 5,
  scanEvery: 60_000,
  scanWithoutWatcher: 50,
  retryFirst: 50,
  retryLongest: 200,
  poll: 50,
  pollIdle: 10,
  timeStep: 0,
  eventEvery: 10,
  shortest: 1,
  cycleEvery: 5,
  burst: 1000,
  haltedScan: 50,
  gitPoll: 20,
  gitLongest: 60_000,
}

export interface FakeSessions extends Sessions {
  signIn(): void
  signOut(): void
  readonly expired: string[]
}

/** One connection, `c1`, signed in at first. */
export function fakeSessions(client: () => ApiClient = unusedClient): FakeSessions {
  const listeners = new Set<() => void>()
  const expired: string[] = []
  let current: ApiClient | null = client()
  const set = (next: ApiClient | null): void => {
    current = next
    for (const listener of listeners) listener()
  }
  return {
    clientFor: (id) => (id === 'c1' ? current : null),
    currentConnectionId: () => 'c1',
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    expire(id) {
      expired.push(id)
      set(null)
    },
    signIn: () => set(client()),
    signOut: () => set(null),
    expired,
  }
}

/** Stands for a session where the Remote is a fake; any use of it is a mistake. */
function unusedClient(): ApiClient {
  const unused = (): never => {
    throw new AppError('internal', 'this test has no server')
  }
  return {
    connection: { id: 'c1', name: '', kind: 'builtin', baseUrl: 'http://127.0.0.1/', pathMap: {}, certificate: '' },
    call: unused,
    upload: unused,
    sendChunk: unused,
    sendBundle: unused,
    sendBytes: unused,
    readBytes: unused,
    testChunk: unused,
    open: unused,
  }
}

/** A sync service over a real folder, for tests. */
export interface SyncHarness {
  root: string
  dataDir: string
  service: SyncService
  sessions: FakeSessions
  events: string[]
  log: string[]
  /** How far this machine's clock is set wrong, ms. */
  clockShift: number
  /** Shows the plan for a folder (default: root) and a template (default: site). */
  plan(path?: string, folder?: string): Promise<OutputOf<'workspaces.plan'>>
  /** Plans and connects the folder; answers the workspace's id. */
  connect(): Promise<string>
  /** Ends the service and starts another over the same data: a restart of the program. */
  restart(): Promise<void>
  close(): Promise<void>
  write(path: string, content: string | Uint8Array): Promise<void>
  read(path: string): Promise<string>
  remove(path: string): Promise<void>
  /** Path → text of every file outside the reserved folder. */
  texts(): Promise<Record<string, string>>
  view(): Promise<Workspace>
  file(path: string): Promise<WorkspaceFile | undefined>
  /** Answers the safety stop that stands, as it is shown now. */
  answer(choice: 'proceed' | 'restore'): Promise<void>
  /** The workspace's folder is at `path` from now on. */
  moveTo(path: string): Promise<void>
}

export async function openSyncHarness(
  remote: Remote | null,
  options: SyncOptions = {},
  sessions = fakeSessions(),
): Promise<SyncHarness> {
  const home = await mkdtemp(join(tmpdir(), 'sitecraft-sync-'))
  const [root, dataDir] = [join(home, 'site'), join(home, 'data')]
  await mkdir(root)
  await mkdir(dataDir)
  const events: string[] = []
  const grants = createGrants()
  const log = memoryLog()
  const emit: Emit = (event, payload) => void events.push(`${event} ${JSON.stringify(payload)}`)
  const start = async (): Promise<SyncService> => {
    const service = createSyncService(
      {
        dataDir,
        sessions,
        grants,
        emit,
        log,
        clock: { now: () => new Date(Date.now() + desk.clockShift) },
        shell: { openExternal: async () => undefined, revealFolder: async () => undefined },
      },
      {
        timing: { ...FAST, ...options.timing },
        watch: options.watch ?? true,
        ...(options.time ? { time: options.time } : {}),
        liveSites: options.liveSites ?? (async () => []),
        siteOf: options.siteOf ?? (async () => ''),
        // Where there is no server, none has a list.
        templates: options.templates ?? (remote || options.connect ? async () => null : listTemplates),
        home,
        ...connection(remote, options),
      },
    )
    await service.start()
    return service
  }
  const view = async (): Promise<Workspace> => {
    const [first] = await desk.service.handlers['workspaces.list']({})
    if (!first) throw new AppError('not-found', 'no workspace is connected')
    return first
  }
  const desk: SyncHarness = {
    clockShift: 0,
    root,
    dataDir,
    service: unstarted,
    sessions,
    events,
    log: log.lines,
    plan: (path = root, folder = 'site') =>
      desk.service.handlers['workspaces.plan']({ folder, templateName: '模板', grant: grants.issue(path) }),
    async connect() {
      const { handlers } = desk.service
      const plan = await handlers['workspaces.plan']({
        folder: 'site',
        templateName: '模板',
        grant: grants.issue(root),
      })
      return (await handlers['workspaces.connect']({ planId: plan.planId })).id
    },
    async restart() {
      await desk.service.close()
      desk.service = await start()
    },
    async close() {
      await desk.service.close()
      await rm(home, { recursive: true, force: true })
    },
    async write(path, content) {
      await mkdir(dirname(join(desk.root, path)), { recursive: true })
      await writeFile(join(desk.root, path), content)
    },
    read: (path) => readFile(join(desk.root, path), 'utf8'),
    remove: (path) => rm(join(desk.root, path), { recursive: true }),
    texts: () => textsIn(desk.root),
    view,
    async answer(choice) {
      const { id, halt } = await view()
      const signature = halt?.signature ?? ''
      await desk.service.handlers['workspaces.answerHalt']({ id, answer: choice, signature })
    },
    async moveTo(path) {
      const { id, folder, templateName } = await view()
      const { handlers } = desk.service
      const plan = await handlers['workspaces.plan']({ folder, templateName, grant: grants.issue(path), workspace: id })
      await handlers['workspaces.connect']({ planId: plan.planId })
      desk.root = path
    },
    async file(path) {
      const detail = await desk.service.handlers['workspaces.detail']({ id: (await view()).id })
      return detail.files.find((file) => file.path === path)
    },
  }
  desk.service = await start()
  return desk
}

const unstarted: SyncService = {
  get handlers(): never {
    throw new AppError('internal', 'the service has not started')
  },
  folderOf() {
    throw new AppError('internal', 'the service has not started')
  },
  workspaces: () => [],
  start: () => Promise.resolve(),
  resume: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

const connection = (remote: Remote | null, { connect }: SyncOptions): SyncOptions =>
  remote ? { connect: () => Promise.resolve(remote) } : connect ? { connect } : {}

export async function textsIn(root: string): Promise<Record<string, string>> {
  const items = await readdir(root, { recursive: true, withFileTypes: true })
  const files = items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name))
  const own = files.filter((file) => !file.startsWith(join(root, RESERVED_FOLDER))).toSorted()
  return Object.fromEntries(
    await Promise.all(own.map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')] as const)),
  )
}

/** Waits until the check holds; the last reason why it doesn't is thrown after `ms`. */
export async function until(check: () => unknown, ms = 15_000): Promise<void> {
  const end = Date.now() + ms
  for (;;) {
    try {
      if ((await check()) !== false) return
      throw new Error('the awaited condition does not hold')
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(10)
    }
  }
}
