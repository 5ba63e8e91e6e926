import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attachment, MAX_HASHED_MB, HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { createHasher, type Hasher } from '../hashing/hashThread.ts'
import { checkFile } from '../transfers/checkFile.ts'
import type { ApiClient, Logger, Uploaded } from '../types.ts'
import type { Accounts } from './admission.ts'
import { type Bundler, createBundler } from './bundler.ts'
import type { TokenBucket } from './core/bucket.ts'
import type { UploadEvent } from './core/state.ts'
import { createOwnServers, deleteFromServer, type OwnServers } from './ownServers.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import { createTemplateFolders, type TemplateFolders, register, UploadLostError } from './register.ts'
import { type UploadTimeouts, sendFile, type Sending } from './send.ts'
import { FileChangedError, fileStamp } from './source.ts'
import { ruleOf } from './target.ts'

/** Limit of restarts for a file that keeps changing. */
const MAX_ATTEMPTS = 5
const ATTEMPT_DELAY_MS = 500

/** One running upload and the callbacks by which it reports. */
export interface UploadJob extends Pick<Sending, 'client' | 'signal' | 'record' | 'sent' | 'acknowledged'> {
  /** Changes the record, also on disk. */
  save(change: Partial<UploadRecord>): void
  step(event: UploadEvent): void
  /** The file has changed: nothing that was sent of it is valid. */
  changed(): void
}

/** A running upload together with what all uploads share. */
export interface UploadWork extends UploadJob, Pick<Sending, 'bucket' | 'patience'> {
  hasher: Hasher
  folders: TemplateFolders
  servers: Pick<OwnServers, 'isOwn'>
  bundler: Bundler
  log: Logger
  /** Deletes an attempt's data from the server. */
  forget(record: UploadRecord): void
}

/** Runs uploads; one instance for all of them. */
export interface UploadRunner {
  /** Returns the attachment; null for a template file. Throws the signal's reason when stopped. */
  run(job: UploadJob): Promise<Attachment | null>
  /** Whether the upload shares a request with others, and so a slot. */
  mayShare(client: ApiClient, record: UploadRecord): boolean
  /** Deletes an unfinished upload's data from our own server; remaining data expires there. */
  deleteFromServer(record: UploadRecord): void
}

interface RunnerDeps {
  accounts: Pick<Accounts, 'clientOf' | 'ready'>
  bucket: TokenBucket
  patience: UploadTimeouts
  log: Logger
}

/** Holds what all uploads share: the hashing threads, and cached facts about servers and their folders. */
export function createRunner({ accounts, bucket, patience, log }: RunnerDeps): UploadRunner {
  const servers = createOwnServers()
  const bundler = createBundler({ servers, bucket, log, timeoutMs: patience.chunk })
  const forget = (record: UploadRecord): void => {
    const client = accounts.clientOf(record)
    if (!client) return
    deleteFromServer(client, servers.isOwn, record).catch((error: unknown) =>
      log.info('parts left to expire', { error }),
    )
  }
  const shared = {
    servers,
    bundler,
    bucket,
    patience,
    log,
    forget,
    hasher: createHasher(3),
    folders: createTemplateFolders(),
  }
  return {
    mayShare: bundler.mayShare,
    deleteFromServer: forget,
    async run(job) {
      await accounts.ready(job.record())
      return runUpload({ ...shared, ...job })
    },
  }
}

/** Runs one upload from the local file to the registered attachment (P12, P16); null for a template file. */
export async function runUpload(work: UploadWork): Promise<Attachment | null> {
  for (let turn = 1; ; turn++) {
    try {
      return await attempt(work)
    } catch (error) {
      work.signal.throwIfAborted()
      if (turn === MAX_ATTEMPTS || !(error instanceof FileChangedError || error instanceof UploadLostError)) throw error
      if (error instanceof UploadLostError) work.save(createUnsentProgress(randomUUID()))
      await sleep(ATTEMPT_DELAY_MS, undefined, { signal: work.signal })
    }
  }
}

async function attempt(work: UploadWork): Promise<Attachment | null> {
  const { client, signal, record } = work
  if (!record().attachment) {
    await restartIfChanged(work)
    const isOwn = await work.servers.isOwn(client, signal)
    work.save(await hashAndSend(work, isOwn))
  }
  work.step({ type: 'register' })
  const before = record()
  const { attachment } = before
  if (!attachment) throw new AppError('internal', '上传未完成，请重试')
  if (before.registered) return attachment
  work.save({ registering: true })
  return register(client, work.folders, before, attachment, signal)
}

/**
 * Hashes and sends. The hash is cancelled with its attempt, so that it is never used for the bytes of the next attempt.
 */
async function hashAndSend(work: UploadWork, isOwn: boolean): Promise<Uploaded> {
  const attempt = new AbortController()
  try {
    const { hashed } = await hashFile({ ...work, signal: AbortSignal.any([work.signal, attempt.signal]) }, isOwn)
    work.step({ type: 'send' })
    const record = work.record()
    const sent = isOwn ? await work.bundler.send(work.client, record, work.signal) : null
    if (!sent) return await sendFile({ ...work, isOwn, hashed })
    work.sent(record.size)
    return sent
  } finally {
    attempt.abort()
  }
}

const HASH_KNOWN = { hashed: Promise.resolve() }

/** P14: a file whose size, time or inode differs from the record is a new upload. */
async function restartIfChanged(work: UploadWork): Promise<void> {
  const { record } = work
  const found = await fileStamp(record())
  if (found.stamp === record().stamp) return
  await checkFile(record(), ruleOf(record().target))
  work.forget(record())
  work.save({ ...createUnsentProgress(randomUUID()), ...found })
  work.changed()
}

/**
 * Up to the documents' size limit the hash is complete when this resolves. Larger files are hashed only for our own
 * server, while the file is sent; `hashed` resolves when the hash is ready. A failed hash does not stop the upload
 * (P12).
 */
async function hashFile(work: UploadWork, isOwn: boolean): Promise<{ hashed: Promise<void> }> {
  const { record, signal, log } = work
  const { path, size, name } = record()
  const failed = (error: unknown): void => {
    if (!signal.aborted) log.warn('upload goes on without its hash', { name, error })
  }
  if (size <= MAX_HASHED_MB * 1024 * 1024) {
    if (record().fileMd5) return HASH_KNOWN
    try {
      const onProgress = (done: number): void => work.step({ type: 'hash', done })
      const { digest } = await work.hasher(path, 'sha512', { signal, onProgress })
      work.save({ fileMd5: digest, sha512: digest })
    } catch (error) {
      signal.throwIfAborted()
      failed(error)
      work.save({ fileMd5: HASH_PLACEHOLDER })
    }
    return HASH_KNOWN
  }
  if (!record().fileMd5) work.save({ fileMd5: HASH_PLACEHOLDER })
  if (!isOwn || record().sha512) return HASH_KNOWN
  const storeHash = ({ digest }: { digest: string }): void => {
    if (!signal.aborted) work.save({ sha512: digest })
  }
  return { hashed: work.hasher(path, 'sha512', { signal }).then(storeHash).catch(failed) }
}
