import https from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { OTHER_CERTIFICATE } from './networkError.ts'

/** Accepts exactly one certificate, by its SHA-256 fingerprint, and none other, whoever signed it. */
class PinnedAgent extends https.Agent {
  private readonly fingerprint: string

  constructor(fingerprint: string) {
    super({ keepAlive: true, rejectUnauthorized: false })
    this.fingerprint = fingerprint
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null {
    const socket = tls.connect({ ...(options as tls.ConnectionOptions), rejectUnauthorized: false })
    const fail = (error: Error): void => callback?.(error, socket)
    // The request does not own this socket yet, so its timeout does not cover the handshake.
    const giveUp = (): void => void socket.destroy(withCode('no handshake', 'ETIMEDOUT'))
    socket.once('error', fail)
    socket.once('timeout', giveUp)
    socket.once('secureConnect', () => {
      socket.off('error', fail)
      socket.off('timeout', giveUp)
      if (socket.getPeerCertificate().fingerprint256 === this.fingerprint) return callback?.(null, socket)
      socket.destroy()
      fail(withCode('another certificate than the accepted one', OTHER_CERTIFICATE))
    })
    return null
  }
}

const withCode = (text: string, code: string): Error => Object.assign(new Error(text), { code })

const agents = new Map<string, PinnedAgent>()

/** The https agent for an accepted self-signed certificate; cached per fingerprint, so that sockets are reused. */
export function pinnedAgent(fingerprint: string): https.Agent {
  const agent = agents.get(fingerprint) ?? new PinnedAgent(fingerprint)
  agents.set(fingerprint, agent)
  return agent
}

/** The SHA-256 fingerprint (`AA:BB:…`) of the certificate that the server presents now; null when it can't be read. */
export function readFingerprint(url: URL, timeoutMs = 5000): Promise<string | null> {
  return new Promise((resolve) => {
    const servername = /^[\d.]+$|:/.test(url.hostname) ? undefined : url.hostname
    const socket = tls.connect({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      ...(servername ? { servername } : {}),
    })
    const done = (value: string | null): void => {
      socket.destroy()
      resolve(value)
    }
    socket.setTimeout(timeoutMs, () => done(null))
    socket.once('error', () => done(null))
    socket.once('secureConnect', () => done(socket.getPeerCertificate().fingerprint256 ?? null))
  })
}
