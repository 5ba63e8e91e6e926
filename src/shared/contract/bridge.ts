import type { WireError } from '../errors/index.ts'
import type { HostEventName, HostEvents } from './host.ts'
import type { AnswerOf, HostName, OperationName, ParsedOf } from './registry.ts'

/** What every invocation answers, over IPC and over loopback HTTP alike. code and msg are the server's (200 and '' for host calls). */
export type Result<T = unknown> = { ok: true; data: T; code: number; msg: string } | { ok: false; error: WireError }

export interface HostEventMessage<E extends HostEventName = HostEventName> {
  event: E
  payload: HostEvents[E]
}

/** A file that the user picked or dropped, as the page knows it. */
export interface GrantedFile {
  grant: string
  name: string
  size: number
  /**
   * Electron, of a file that exists in memory only: `grant` is '' and the page has yet to send the bytes to this address
   * of its own origin, once.
   */
  sendTo?: string
}

/**
 * All that the page can reach of the host. Electron's preload exposes it as `window.sitecraft`; the browser host's page
 * builds the same over loopback HTTP. F is the DOM's File (this layer knows no DOM).
 */
export interface Bridge<F = unknown> {
  invoke(name: OperationName, input: unknown): Promise<Result>
  subscribe(listener: (message: HostEventMessage) => void): () => void
  /**
   * Turns files of a user gesture into grants; the browser host streams them to loopback meanwhile, the preload moves no
   * bytes and may answer `sendTo`.
   * @param stop ends the streaming: it rejects with `cancelled`.
   */
  grantFiles(
    files: readonly F[],
    onProgress?: (loaded: number, total: number) => void,
    stop?: StopSignal,
  ): Promise<GrantedFile[]>
}

/** The part of the DOM's AbortSignal that is used here (this layer knows no DOM). */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
}

/** Handlers of one area's host operations: `satisfies HostHandlers<'workspaces'>`. */
export type HostHandlers<Area extends string> = {
  [N in HostName as N extends `${Area}.${string}` ? N : never]: (input: ParsedOf<N>) => Promise<AnswerOf<N>>
}
