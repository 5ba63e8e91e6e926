import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadChanges, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import type { ApiClient, Logger } from '../types.ts'
import type { OwnFiles } from './validateFiles.ts'
import type { UploadEvent } from './core/state.ts'
import type { UploadRecord } from './record.ts'
import type { UploadStore } from './store.ts'
import type { Task } from './task.ts'

/** How the engine sees the rest of the program. */
export interface EngineDeps {
  store: UploadStore
  own: OwnFiles
  log: Logger
  /** Is the upload's connection still there? */
  knows(record: UploadRecord): boolean
  /** The client of the upload's account; null while that is not signed in. */
  clientOf(record: UploadRecord): ApiClient | null
  /** May who is signed in see and touch the upload? Others' wait unseen for their account. */
  shows(record: UploadRecord): boolean
  /** Does the server answer at all? */
  reaches(client: ApiClient): Promise<boolean>
  /** Removes what our own server holds of an unfinished upload; what can't be removed expires there. */
  forget(record: UploadRecord): void
  /** Does the upload share a request with others, and so a place among those that run? */
  mayShare(client: ApiClient, record: UploadRecord): boolean
  run(task: Task, client: ApiClient, signal: AbortSignal, hooks: Hooks): Promise<Attachment | null>
  emit(changes: UploadChanges, progress: number | null): void
}

/** What the work tells while it runs. */
export interface Hooks {
  save(change: Partial<UploadRecord>): void
  step(event: UploadEvent): void
  sent(bytes: number): void
  acknowledged(bytes: number, underway: number): void
  changed(): void
}

export interface UploadEngine {
  list(): { tasks: UploadTask[]; totals: UploadTotals }
  add(records: readonly UploadRecord[]): UploadTask[]
  pause(ids: readonly string[]): void
  resume(ids: readonly string[]): void
  cancel(ids: readonly string[]): Promise<void>
  retry(ids: readonly string[]): void
  move(id: string, before: string): void
  clear(): void
  /** Sessions may have come or gone. */
  sessionsChanged(): void
  /** A server can be reached again. */
  reachable(): void
  /** Stops the work; what is unfinished goes on at the next start. */
  close(): Promise<void>
}
