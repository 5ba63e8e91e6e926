import type { WireError } from '../errors/index.ts'
import type { HostEventName, HostEvents } from './host.ts'
import type { AnswerOf, HostName, OperationName, ParsedOf } from './registry.ts'

/**
 * Result of every invocation, over IPC and over loopback HTTP. code and msg are the server's (200 and '' for host
 * calls).
 */
export type Result<T = unknown> = { ok: true; data: T; code: number; msg: string } | { ok: false; error: WireError }

export interface HostEventMessage<E extends HostEventName = HostEventName> {
  event: E
  payload: HostEvents[E]
}

/** A file that the user picked or dropped; the page holds only this grant. */
export interface GrantedFile {
  grant: string
  name: string
  size: number
  /**
   * Electron only, for a file that exists in memory: `grant` is '' and the page must send the bytes once to this
   * address of its own origin.
   */
  sendTo?: string
}

/**
 * The page's only access to the host. Electron's preload exposes it as `window.sitecraft`; in the browser host the page
 * implements it over loopback HTTP. F is the DOM's File (this layer knows no DOM).
 */
export interface Bridge<F = unknown> {
  invoke(name: OperationName, input: unknown): Promise<Result>
  subscribe(listener: (message: HostEventMessage) => void): () => void
  /**
   * Turns files of a user gesture into grants. The browser host streams the bytes to loopback; the preload copies no
   * bytes and may return `sendTo`.
   * @param stop aborts the stream: the promise rejects with `cancelled`.
   */
  grantFiles(
    files: readonly F[],
    onProgress?: (loaded: number, total: number) => void,
    stop?: StopSignal,
  ): Promise<GrantedFile[]>
}

/** The used part of the DOM's AbortSignal (this layer knows no DOM). */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
}

/** Handlers of all host operations of an area: `satisfies HostHandlers<'workspaces'>`. */
export type HostHandlers<Area extends string> = {
  [N in HostName as N extends `${Area}.${string}` ? N : never]: (input: ParsedOf<N>) => Promise<AnswerOf<N>>
}
