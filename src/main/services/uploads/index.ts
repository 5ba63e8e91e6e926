import { join } from 'node:path'
import type { AnswerOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { SessionStore } from '../auth/sessions.ts'
import { isServerReachable } from '../connections/connectivity.ts'
import type { Events } from '../events.ts'
import type { FileGrants } from '../grants/grants.ts'
import type { Ports } from '../ports.ts'
import type { SettingsService } from '../dataFolder/settings.ts'
import type { Logger } from '../types.ts'
import { createAccounts } from './admission.ts'
import { TokenBucket } from './core/bucket.ts'
import { UploadEngine } from './engine.ts'
import { createNotices } from './report.ts'
import { createRunner } from './run.ts'
import type { UploadTimeouts } from './send.ts'
import { openUploadStore } from './store.ts'
import { createOwnFiles, validateFiles } from './validateFiles.ts'

const KB = 1024
const TIMEOUTS: UploadTimeouts = { chunk: 60_000, whole: 10 * 60_000 }

export interface UploadService {
  engine: UploadEngine
  add(input: ParsedOf<'uploads.add'>): Promise<AnswerOf<'uploads.add'>>
  close(): Promise<void>
}

/**
 * The queue of uploads, stored in dataDir/uploads. It continues automatically when a session or a server is available
 * again.
 */
export function createUploadService(deps: {
  dataDir: string
  sessions: SessionStore
  /** Whether the connection exists. */
  hasConnection(connectionId: string): boolean
  /** Resolves when the connection's server can be called. */
  ready(connectionId: string): Promise<void>
  grants: FileGrants
  settings: SettingsService
  events: Events
  ports: Pick<Ports, 'notifier'>
  log: Logger
  patience?: UploadTimeouts
  /** Maximum file size in MB, set by the administrator. */
  mostMb?: number | undefined
}): UploadService {
  const { sessions, log, events, ports, patience = TIMEOUTS } = deps
  const folder = join(deps.dataDir, 'uploads')
  const store = openUploadStore(folder, log)
  const spooledFiles = createOwnFiles(join(folder, 'files'))
  const bucket = new TokenBucket()
  const accounts = createAccounts(deps)
  const runner = createRunner({ accounts, bucket, patience, log })
  const notices = createNotices(events, ports.notifier)
  const engine = new UploadEngine({
    store,
    spooledFiles,
    log,
    accounts,
    runner,
    notices,
    isReachable: isServerReachable,
  })
  spooledFiles
    .deleteUnused(new Set(store.all().map(({ id }) => id)))
    .catch((error: unknown) => log.warn('leftover copies not removed', { error }))

  const limit = (kbps: number): void => bucket.setRate(kbps * KB)
  deps.settings.get().then(
    ({ uploadLimitKbps }) => limit(uploadLimitKbps),
    (error: unknown) => log.warn('upload limit unknown', { error }),
  )
  const ends = [
    sessions.onChange(() => engine.sessionsChanged()),
    events.subscribe(({ event, payload }) => {
      if (event === 'settings.changed' && 'uploadLimitKbps' in payload) limit(payload.uploadLimitKbps)
      if (event === 'connectivity.changed' && 'online' in payload && payload.online) engine.reachable()
    }),
  ]
  return {
    engine,
    async add(input) {
      const connectionId = sessions.currentConnectionId()
      const username = connectionId === null ? undefined : sessions.facts(connectionId)?.username
      if (connectionId === null || username === undefined) throw new AppError('unauthorized', '请先登录')
      const { records, refused } = await validateFiles(
        { grants: deps.grants, spooledFiles, mostMb: deps.mostMb ?? null },
        input,
        {
          connectionId,
          username,
        },
      )
      try {
        return { tasks: engine.add(records), refused }
      } catch (error) {
        await Promise.all(records.filter(({ owned }) => owned).map(({ id }) => spooledFiles.remove(id)))
        throw error
      }
    },
    async close() {
      for (const end of ends) end()
      await engine.close()
    },
  }
}
