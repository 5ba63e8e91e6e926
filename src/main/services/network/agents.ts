import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { OTHER_CERTIFICATE } from './problem.ts'
import type { Proxy } from './proxy.ts'
import { openTunnel } from './tunnel.ts'

interface SecureRoute {
  /** null: a direct connection. */
  proxy: Proxy | null
  /** `user:password` for the proxy. */
  credentials: string
  /** SHA-256 fingerprint of the only accepted certificate, whoever signed it; '' for normal trust. */
  pin: string
  context: tls.SecureContext
}

/** Connections to https servers, with or without a proxy, that use the route's trust settings. */
export class SecureAgent extends https.Agent {
  readonly #way: SecureRoute

  constructor(way: SecureRoute) {
    super({ keepAlive: true, secureContext: way.context })
    this.#way = way
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const { proxy, pin } = this.#way
    if (!proxy && !pin) return super.createConnection(options, callback)
    const done = (error: Error | null, stream?: Duplex): void => callback?.(error, stream as Duplex)
    const failed = (error: Error): void => done(error)
    if (!proxy) this.#encrypt(options, undefined, done)
    else {
      const { context: secureContext, credentials } = this.#way
      openTunnel(proxy, String(options.host), Number(options.port), {
        credentials,
        timeoutMs: options.timeout ?? 0,
        tls: { secureContext } as https.RequestOptions,
      }).then((tunnel) => this.#encrypt(options, tunnel, done), failed)
    }
    return null
  }

  #encrypt(
    options: https.RequestOptions,
    tunnel: tls.ConnectionOptions['socket'],
    done: (error: Error | null, stream?: Duplex) => void,
  ): void {
    const { pin } = this.#way
    const socket = tls.connect({
      ...(options as tls.ConnectionOptions),
      ...(tunnel ? { socket: tunnel } : {}),
      rejectUnauthorized: pin === '',
    })
    const fail = (error: Error): void => done(error)
    // The request does not own this socket yet, so its timeout does not cover the handshake.
    const giveUp = (): void => void socket.destroy(withCode('no handshake', 'ETIMEDOUT'))
    if (options.timeout) socket.setTimeout(options.timeout)
    socket.once('error', fail)
    socket.once('timeout', giveUp)
    socket.once('secureConnect', () => {
      socket.off('error', fail)
      socket.off('timeout', giveUp)
      if (!pin || socket.getPeerCertificate().fingerprint256 === pin) return done(null, socket)
      socket.destroy()
      fail(withCode('another certificate than the accepted one', OTHER_CERTIFICATE))
    })
  }
}

const withCode = (text: string, code: string): Error => Object.assign(new Error(text), { code })

export const createPlainAgent = (): http.Agent => new http.Agent({ keepAlive: true })

/** Closes idle connections; busy ones end with their requests. */
export function closeIdleSockets(agent: http.Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
