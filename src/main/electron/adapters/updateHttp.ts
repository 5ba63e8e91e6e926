import { type DownloadOptions, HttpExecutor } from 'builder-util-runtime'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { send } from '#services/api/http.ts'
import type { Outgoing } from '#services/network/outgoing.ts'

/** ms of silence after which a request of the updater fails. */
const TIMEOUT_MS = 60_000

/** A request that is sent once its route is known; emits `error` with an AppError. */
class DeferredRequest extends EventEmitter {
  readonly #send: (signal: AbortSignal) => Promise<IncomingMessage>
  readonly #answer: (response: IncomingMessage) => void
  readonly #cancel = new AbortController()

  constructor(start: (signal: AbortSignal) => Promise<IncomingMessage>, answer: (response: IncomingMessage) => void) {
    super()
    this.#send = start
    this.#answer = answer
  }

  end(): void {
    this.#send(this.#cancel.signal).then(this.#answer, (error: unknown) => this.emit('error', error))
  }

  abort(): void {
    this.#cancel.abort()
  }
}

/**
 * Sends electron-updater's requests through the program's own network layer, so that the proxy with its sign-in,
 * additional authorities and the client certificate also apply to updates.
 */
export class OutgoingExecutor extends HttpExecutor<DeferredRequest> {
  readonly #outgoing: Outgoing

  constructor(outgoing: Outgoing) {
    super()
    this.#outgoing = outgoing
  }

  override createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): DeferredRequest {
    const headers = Object.entries(options.headers ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    const start = (signal: AbortSignal): Promise<IncomingMessage> =>
      send({
        operation: 'update',
        url: addressOf(options),
        method: 'GET',
        headers: Object.fromEntries(headers),
        certificate: '',
        timeoutMs: TIMEOUT_MS,
        repeatable: true,
        signal,
        outgoing: this.#outgoing,
      })
    return new DeferredRequest(start, callback)
  }

  /** Downloads a package into a file; electron-updater expects this method of its executor. */
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const { protocol, hostname, port, pathname, search } = url
      this.doDownload(
        { headers: options.headers ?? {}, protocol, hostname, port, path: pathname + search },
        {
          destination,
          options,
          onCancel,
          responseHandler: null,
          callback: (error) => (error ? reject(error) : resolve(destination)),
        },
        0,
      )
    })
  }
}

const addressOf = ({ protocol, hostname, host, port, path }: RequestOptions): URL =>
  new URL(`${protocol ?? 'https:'}//${hostname ?? host ?? ''}${port ? `:${port}` : ''}${path ?? '/'}`)
