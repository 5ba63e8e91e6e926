import type { Readable } from 'node:stream'
import type { Connection, HostEventName, HostEvents } from '#shared/contract/host.ts'
import type { ApiName, InputOf, OutputOf } from '#shared/contract/registry.ts'
import type { Attachment, UploadKind } from '#shared/contract/upload.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds without an answer after which the call fails with `timeout`; 0 for none. */
  timeoutMs?: number
  /** Name under which `sheet.progress` tells how far the call is. */
  watch?: string | undefined
  /** By which the server knows this installation again (DEVICE_HEADER). */
  deviceId?: string | undefined
}

export interface ApiAnswer<T> {
  data: T
  code: number
  msg: string
}

export interface OpenOptions extends CallOptions {
  /** Asks for a part: the headers `range` and, when wanted, `if-range`. One beyond the end is `invalid`. */
  range?: Readonly<Record<string, string>> | undefined
  /** The reader may stop for long (a film that is paused): silence between the bytes is no failure. */
  pauses?: boolean
  /**
   * The connected server itself named the address, so it may be another one's. Without it such an address is `forbidden`:
   * the page must not read what only this computer can reach.
   */
  anywhere?: boolean
}

export interface OpenedFile {
  stream: Readable
  /** Bytes that follow; null when the server does not say. */
  size: number | null
  type: string
  /** The `content-range` of a part; null for the whole. */
  part: string | null
  /** What tells versions of the file apart; empty for none. */
  etag: string
}

/** A chunk of a file on its way: what is said about it, and its bytes. */
export interface Chunk {
  parameters: Readonly<Record<string, string>>
  /** The file's own name, for a multipart form. */
  name: string
  /** A piece may be written over when the next one is asked for. */
  bytes: AsyncIterable<Buffer>
  /** Of the bytes. */
  length: number
  /** All parameters in the URL and the bare bytes as the body (upload-protocol.md P17); otherwise a multipart form (P3). */
  raw: boolean
}

/** What the server made of a file. */
export interface Uploaded {
  attachment: Attachment
  /** The library has it: there is no need to register it. */
  registered: boolean
}
/** The file became an attachment, or these numbers of its chunks are on the server and others are missing. */
export type UploadAnswer = Uploaded | { uploaded: number[] }

/** A small file for a bundle, whole. */
export interface BundledFile {
  /** What stands in the head for it: as of a chunk, and `kind`. */
  head: Readonly<Record<string, string>>
  bytes: Buffer
}

/** The CMS API of one connection, with its token. Every failure is an AppError. */
export interface ApiClient {
  readonly connection: Connection
  call<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<ApiAnswer<OutputOf<N>>>
  /** The same for a call that takes bytes in place of JSON. */
  sendBytes<N extends ApiName>(name: N, body: Uint8Array, options?: CallOptions): Promise<ApiAnswer<OutputOf<N>>>
  /** The same for a call that answers bytes in place of an envelope. */
  readBytes<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Buffer>
  /** Posts one file as a single chunk (upload-protocol.md P5). */
  upload(
    kind: UploadKind,
    file: { path: string; name: string },
    options?: CallOptions & { dir?: string; onProgress?: (sent: number) => void },
  ): Promise<Attachment>
  /** Posts one chunk; its bytes are read as they are sent, and an AppError of their source is thrown as it is. */
  sendChunk(kind: UploadKind, chunk: Chunk, options?: CallOptions): Promise<UploadAnswer>
  /** Posts small files in one request to our own server; null for those that it did not take. */
  sendBundle(files: readonly BundledFile[], options?: CallOptions): Promise<readonly (Attachment | null)[]>
  /** Is the chunk there already (P7)? null: it is to be sent. */
  testChunk(
    kind: UploadKind,
    parameters: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<UploadAnswer | null>
  /** Streams what stands at an accessPath or a download URL of this server. */
  open(url: string, options?: OpenOptions): Promise<OpenedFile>
}

export type Emit = <E extends HostEventName>(event: E, payload: HostEvents[E]) => void

/** Paths that user gestures opened; the page holds ids only. */
export interface Grants {
  issue(absolutePath: string): string
  /** The path, or an AppError `forbidden` for an unknown id. */
  resolve(grant: string): string
}

export interface Logger {
  info(text: string, facts?: Record<string, unknown>): void
  warn(text: string, facts?: Record<string, unknown>): void
  error(text: string, facts?: Record<string, unknown>): void
}

/** What answers say of the session that they were given to. */
export interface SessionTold {
  /** The caller's grants, as a value that changes with them (GRANTS_HEADER). */
  onGrants?: (grants: string) => void
  /** The server refuses the token (401), whichever call it was. */
  onExpired?: () => void
}

/** Which connections are signed in right now. */
export interface Sessions {
  /** null while that connection has no session. */
  clientFor(connectionId: string): ApiClient | null
  currentConnectionId(): string | null
  /** The account of that connection's session; empty without one. */
  nameOf?(connectionId: string): string
  /** Called whenever a session appears, ends or expires. */
  onChange(listener: () => void): () => void
  /** The server said 401: the session is over and the page is told. */
  expire(connectionId: string): void
}
