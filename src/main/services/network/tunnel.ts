import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { proxyName, type Proxy } from './proxy.ts'
import { invalidProxyProblem, refusedByProxyProblem, proxySignInProblem, unreachableProxyProblem } from './problem.ts'

interface TunnelOptions {
  /** `user:password` for the proxy; '' for none. */
  credentials: string
  /** ms of silence after which it fails; 0 for none. */
  timeoutMs: number
  /** TLS options for a connection to an encrypted proxy. */
  tls: https.RequestOptions
}

/** The proxy's authentication header; none without credentials. */
export const proxyHeaders = (credentials: string): Record<string, string> =>
  credentials ? { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` } : {}

/**
 * Opens a connection through the proxy to `host:port` (CONNECT).
 * @throws NetworkProblem: the proxy is unreachable, requires a sign-in, refuses, or is no proxy
 */
export function openTunnel(proxy: Proxy, host: string, port: number, options: TunnelOptions): Promise<Socket> {
  const name = proxyName(proxy)
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const request = (proxy.secure ? https : http).request({
    ...(proxy.secure ? options.tls : {}),
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxyHeaders(options.credentials) },
    agent: false,
    timeout: options.timeoutMs,
  })
  let connected = false
  request.once('socket', (socket) => socket.once('connect', () => (connected = true)))
  request.once('timeout', () => request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  request.once('error', (error) =>
    reject(connected ? invalidProxyProblem(name, error) : unreachableProxyProblem(name, error)),
  )
  request.once('connect', (response, socket: Socket, head) => {
    const status = response.statusCode ?? 0
    if (status === 200) {
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      return resolve(socket)
    }
    socket.destroy()
    const schemes = response.headers['proxy-authenticate'] ?? ''
    reject(
      status === 407
        ? proxySignInProblem(name, schemes, options.credentials !== '')
        : refusedByProxyProblem(name, target, status),
    )
  })
  request.end()
  return promise
}
