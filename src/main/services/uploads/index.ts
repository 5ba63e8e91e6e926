import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { SessionStore } from '../auth/sessions.ts'
import { reaches } from '../connectivity.ts'
import type { Events } from '../events.ts'
import type { FileGrants } from '../grants.ts'
import { createHasher } from '../hashing/hashThread.ts'
import type { Ports } from '../ports.ts'
import type { SettingsService } from '../settings.ts'
import type { ApiClient, Logger } from '../types.ts'
import { validateFiles, ownFiles } from './validateFiles.ts'
import { Bucket } from './core/bucket.ts'
import { createBundler } from './bundler.ts'
import { createEngine } from './engine.ts'
import type { UploadEngine } from './engineTypes.ts'
import { createFolders } from './folders.ts'
import { forgetOnServer } from './forget.ts'
import { createOwnServers } from './ownServers.ts'
import type { UploadRecord } from './record.ts'
import { runUpload } from './run.ts'
import type { Patience } from './send.ts'
import { openUploadStore } from './store.ts'
import { createBatchSender } from './batchSender.ts'

const KB = 1024
const PATIENCE: Patience = { chunk: 60_000, whole: 10 * 60_000 }

export interface UploadService {
  engine: UploadEngine
  add(input: ParsedOf<'uploads.add'>): Promise<AnswerOf<'uploads.add'>>
  close(): Promise<void>
}

/** The queue of uploads, kept in dataDir/uploads: goes on by itself as sessions and servers come back. */
export function createUploadService(deps: {
  dataDir: string
  sessions: SessionStore
  /** Is there such a connection? */
  knows(connectionId: string): boolean
  /** Resolves when the connection's server can be called. */
  ready(connectionId: string): Promise<void>
  grants: FileGrants
  settings: SettingsService
  events: Events
  ports: Pick<Ports, 'notifier'>
  log: Logger
  patience?: Patience
}): UploadService {
  const { sessions, log, events, ports, patience = PATIENCE } = deps
  const folder = join(deps.dataDir, 'uploads')
  const store = openUploadStore(folder, log)
  const own = ownFiles(join(folder, 'files'))
  const [hasher, folders, bucket] = [createHasher(3), createFolders(), new Bucket()]
  const { isOwn, takesBundles } = createOwnServers()
  const together = createBatchSender(createBundler(takesBundles, log, patience.chunk), bucket)
  let bar = false

  const clientOf = ({ connectionId, username }: UploadRecord): ApiClient | null =>
    sessions.facts(connectionId)?.username === username ? sessions.clientFor(connectionId) : null
  const forget = (record: UploadRecord): void => {
    const client = clientOf(record)
    if (client)
      forgetOnServer(client, isOwn, record).catch((error: unknown) => log.info('parts left to expire', { error }))
  }
  const engine = createEngine({
    store,
    own,
    log,
    reaches,
    knows: ({ connectionId }) => deps.knows(connectionId),
    clientOf,
    shows({ connectionId, username }) {
      const who = sessions.facts(connectionId)?.username
      return who === undefined || who === username
    },
    forget,
    mayShare: together.mayShare,
    async run(task, client, signal, hooks) {
      await deps.ready(task.record.connectionId)
      return runUpload({
        client,
        signal,
        hasher,
        folders,
        isOwn,
        log,
        patience,
        forget,
        async sendWithOthers(record, stop) {
          const sent = await together.send(client, record, stop)
          if (sent) hooks.sent(record.size)
          return sent
        },
        record: () => task.record,
        save: hooks.save,
        step: hooks.step,
        acknowledged: hooks.acknowledged,
        pieceSize: (most) => bucket.piece(most),
        pace(bytes) {
          hooks.sent(bytes)
          const wait = bucket.spend(bytes, performance.now())
          return wait > 0 ? sleep(wait, undefined, { signal }) : undefined
        },
        changed() {
          hooks.changed()
          const text = `“${task.record.name}”在上传过程中被修改，已重新开始上传`
          events.emit('notice', { level: 'warning', text })
        },
      })
    },
    emit(changes, progress) {
      events.emit('uploads.changed', changes)
      // Downloads draw on the same bar: it is cleared only by who drew on it.
      if (progress !== null || bar) ports.notifier.progress(progress)
      bar = progress !== null
    },
  })
  own
    .sweep(new Set(store.all().map(({ id }) => id)))
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
      const { records, refused } = await validateFiles({ grants: deps.grants, own }, input, { connectionId, username })
      try {
        return { tasks: engine.add(records), refused }
      } catch (error) {
        await Promise.all(records.filter(({ owned }) => owned).map(({ id }) => own.remove(id)))
        throw error
      }
    },
    async close() {
      for (const end of ends) end()
      await engine.close()
    },
  }
}
