import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** A stream that was written to the disk, under a temporary name. */
export interface Received {
  file: string
  size: number
  /** Hex. */
  sha512: string
  /** Hex; empty unless asked for. */
  sha256: string
}

/** A blob that was handed out as a file of the caller's own. */
export interface TakenBlob {
  file: string
  /** The store holds them no longer. */
  gone: boolean
  /** Puts them back, or removes the copy. */
  undo(): Promise<void>
}

/** Options for receiving a stream. */
export interface Taking {
  /** Frees each piece of the stream once it is written: only for pieces that nobody else holds. */
  release?: boolean
}

/** Uploads while they are received; always on the local disk. */
export interface Spool {
  /** Streams to a temporary file while hashing; nothing stays when the stream or the disk fails. */
  receive(stream: AsyncIterable<Buffer> | Readable, options: Taking & { sha256: boolean }): Promise<Received>
  discard(received: { file: string }): Promise<void>
  /** A new name for a temporary file. */
  tempFile(): Promise<string>
  /** Removes what a killed process left half received. */
  prune(now: Date): Promise<void>
}

/** Bytes that a store holds. */
export interface StoredObject {
  key: string
  size: number
  /** When they were written, ms since 1970, by the clock of the store. */
  time: number
}

/** Uploaded files. `key` is a relative path made by the server, such as `content/ab/<hash>`. */
export interface BlobStore extends Spool {
  /**
   * Keeps a received file under its key, where the same bytes may be already. The caller discards the received file when
   * what it belongs to is safe; until then a try after a crash finds it.
   */
  keep(received: { file: string; size: number }, key: string): Promise<void>
  has(key: string): Promise<boolean>
  /**
   * The bytes of a kept file.
   * @throws AppError `not-found` when they are gone
   */
  stream(key: string, range?: ByteRange): Promise<Readable>
  /** The bytes as a temporary file; without `keep` the store may give up its own. */
  take(key: string, options: { keep: boolean }): Promise<TakenBlob>
  remove(key: string): Promise<void>
  /** The same bytes under another key. AppError `not-found` when they are gone. */
  copy(from: string, to: string): Promise<void>
  /** What a store on this machine can do besides; null: the store is elsewhere. */
  readonly local: LocalBlobs | null
  /** All that is kept under keys that begin so; throws when the store can't name all of it. */
  list(prefix: string): AsyncIterable<StoredObject>
}

/** What a store in a folder of this machine can do. */
export interface LocalBlobs {
  /** Absolute path of the bytes, only to be read. */
  pathOf(key: string): string
  /** Keeps many small contents at once, safe from a power cut when this resolves. No key has other bytes already. */
  storeMany(contents: readonly { key: string; bytes: Uint8Array }[]): Promise<void>
  /** Brings back what a power cut has taken of contents that `storeMany` kept. Before anything is read. */
  recover(): Promise<void>
  /** Frees the room of second copies that are needed no longer. */
  settle(now: Date): Promise<void>
}
