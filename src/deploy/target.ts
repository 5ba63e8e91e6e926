import type { Readable } from 'node:stream'

/** A file that lies at a target, by its path from the target's root (`news/index.html`). */
export interface TargetFile {
  path: string
  sizeBytes: number
}

/**
 * An open connection to a publish target. Paths run from the target's root with `/` between names; folders are made as files need them.
 * A file is replaced as a whole: a visitor never gets half of one. Errors are AppErrors with a remedy (`targetError` of errors.ts).
 */
export interface TargetConnection {
  /** Files that may be on their way at a time. */
  readonly parallel: number
  /** Writes a file as a whole. `open` is called once for each try. */
  write(path: string, open: () => Promise<Readable>, sizeBytes: number): Promise<void>
  /** A small file; null when it is not there. */
  read(path: string): Promise<Buffer | null>
  /** Removes a file; one that is not there is no error. Folders that become empty go too. */
  remove(path: string): Promise<void>
  /** All files below the root, links not followed and named with size -1. */
  list(): AsyncIterable<TargetFile>
  close(): Promise<void>
}

/** Opens a connection. @param signal ends the attempt */
export type OpenTarget = (signal: AbortSignal) => Promise<TargetConnection>
