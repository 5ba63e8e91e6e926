import type { Readable } from 'node:stream'
import type { Connection, HostEventName, HostEvents } from '#shared/contract/host.ts'
import type { ApiName, InputOf, OutputOf } from '#shared/contract/registry.ts'
import type { Attachment, UploadKind } from '#shared/contract/upload.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** ms without a response after which the call fails with `timeout`; 0 for none. */
  timeoutMs?: number
  /** Key under which `sheet.progress` reports the call's progress. */
  watch?: string | undefined
  /** Id by which the server recognises this installation (DEVICE_HEADER). */
  deviceId?: string | undefined
}

export interface ApiAnswer<T> {
  data: T
  code: number
  msg: string
}

export interface OpenOptions extends CallOptions {
  /** Requests a part: the headers `range` and optionally `if-range`. A range beyond the end is `invalid`. */
  range?: Readonly<Record<string, string>> | undefined
  /** The reader may pause for long (a paused film): silence between the bytes is no failure. */
  mayPause?: boolean
  /**
   * The connected server itself named the address, so it may be on another server. Otherwise such an address is
   * `forbidden`: the page must not read addresses that only this computer can reach.
   */
  allowsOtherServers?: boolean
}

export interface OpenedFile {
  stream: Readable
  /** Number of bytes that follow; null when unknown. */
  size: number | null
  type: string
  /** The `content-range` of a part; null for the whole file. */
  part: string | null
  /** Identifies the version of the file; '' for none. */
  etag: string
}

/** A chunk of a file to send: its parameters and its bytes. */
export interface Chunk {
  parameters: Readonly<Record<string, string>>
  /** The file's own name, for a multipart form. */
  name: string
  /** A piece may be overwritten once the next one is requested. */
  bytes: AsyncIterable<Buffer>
  /** Length of the bytes. */
  length: number
  /**
   * true: all parameters in the URL and the bytes as the body (upload-protocol.md P17); false: a multipart form (P3).
   */
  raw: boolean
}

/** The result of a completed upload. */
export interface Uploaded {
  attachment: Attachment
  /** The file is in the library already and need not be registered. */
  registered: boolean
}
/** The file became an attachment, or the numbers of its chunks that the server has while others are missing. */
export type UploadAnswer = Uploaded | { uploaded: number[] }

/** A complete small file for a bundle. */
export interface BundledFile {
  /** The file's entry in the head: a chunk's parameters and `kind`. */
  head: Readonly<Record<string, string>>
  bytes: Buffer
}

/** The CMS API of one connection, with its token. Every failure is an AppError. */
export interface ApiClient {
  readonly connection: Connection
  call<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<ApiAnswer<OutputOf<N>>>
  /** The same for a call whose body is bytes instead of JSON. */
  sendBytes<N extends ApiName>(name: N, body: Uint8Array, options?: CallOptions): Promise<ApiAnswer<OutputOf<N>>>
  /** The same for a call that returns bytes instead of an envelope. */
  readBytes<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Buffer>
  /** Posts one file as a single chunk (upload-protocol.md P5). */
  upload(
    kind: UploadKind,
    file: { path: string; name: string },
    options?: CallOptions & { dir?: string; onProgress?: (sent: number) => void },
  ): Promise<Attachment>
  /** Posts one chunk; its bytes are read while they are sent. An AppError of their source is thrown unchanged. */
  sendChunk(kind: UploadKind, chunk: Chunk, options?: CallOptions): Promise<UploadAnswer>
  /** Posts small files in one request to Sitecraft's own server; null for files that it did not accept. */
  sendBundle(files: readonly BundledFile[], options?: CallOptions): Promise<readonly (Attachment | null)[]>
  /** Whether the server has the chunk already (P7); null: it must be sent. */
  testChunk(
    kind: UploadKind,
    parameters: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<UploadAnswer | null>
  /** Streams the file at an accessPath or a download URL of this server. */
  open(url: string, options?: OpenOptions): Promise<OpenedFile>
}

export type Emit = <E extends HostEventName>(event: E, payload: HostEvents[E]) => void

/** Paths that the user has granted by a gesture; the page holds only their ids. */
export interface Grants {
  issue(absolutePath: string): string
  /** Returns the path; AppError `forbidden` for an unknown id. */
  resolve(grant: string): string
}

export interface Logger {
  info(text: string, facts?: Record<string, unknown>): void
  warn(text: string, facts?: Record<string, unknown>): void
  error(text: string, facts?: Record<string, unknown>): void
}

/** Callbacks for what responses say about their session. */
export interface SessionCallbacks {
  /** Receives a digest of the account's grants, which changes with them (GRANTS_HEADER). */
  onGrants?: (grants: string) => void
  /** The server rejected the token (401) of any call. */
  onExpired?: () => void
}

/** The connections that are signed in now. */
export interface Sessions {
  /** null while the connection has no session. */
  clientFor(connectionId: string): ApiClient | null
  currentConnectionId(): string | null
  /** The account of the connection's session; '' without one. */
  nameOf?(connectionId: string): string
  /** Called whenever a session begins, ends or expires. */
  onChange(listener: () => void): () => void
  /** The server responded with 401: ends the session and notifies the page. */
  expire(connectionId: string): void
}
