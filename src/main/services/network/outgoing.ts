import type http from 'node:http'
import type https from 'node:https'
import net, { type Socket } from 'node:net'
import tls from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { createPlainAgent, closeIdleSockets, SecureAgent } from './agents.ts'
import { createPacScripts } from './pac.ts'
import { NetworkProblem } from './problem.ts'
import {
  withoutBrackets,
  environmentProxy,
  isExcepted,
  isLoopback,
  parsePacAnswer,
  parseProxy,
  proxyName,
} from './proxy.ts'
import type { Proxy, Routes } from './proxy.ts'
import { createTrustContext, type TrustOptions } from './trust.ts'
import { openTunnel, proxyHeaders } from './tunnel.ts'

type ProxyMode = 'system' | 'direct' | 'manual' | 'pac'

export interface OutgoingConfig extends TrustOptions {
  mode: ProxyMode
  /** manual: `proxy.corp:8080` or with http(s)://. */
  address: string
  /** pac: address of the script. */
  script: string
  /** Servers that are reached without a proxy (proxy.ts: isExcepted). */
  exceptions: string
  /** `user:password` for proxies whose address has none; '' for none. */
  credentials: string
}

export const SYSTEM_NETWORK: OutgoingConfig = {
  mode: 'system',
  address: '',
  script: '',
  exceptions: '',
  credentials: '',
  authorities: [],
  client: null,
}

/**
 * Asks the operating system and returns `PROXY a:8080; DIRECT`; Electron's session supports PAC and automatic
 * discovery.
 */
type SystemProxies = (url: string) => Promise<string>

/** How one request is sent. */
interface RequestRoute {
  /** Whether the socket that the request opens is encrypted (to the server, or to a proxy). */
  secure: boolean
  options: Omit<https.RequestOptions, 'headers'> & { headers?: Record<string, string> }
  /** The proxy that forwards an http request; null when the server itself responds. */
  forwarder: Proxy | null
  credentials: boolean
}

export interface RouteDecision {
  routes: Routes
  /** Chinese text: which setting decided the route. */
  origin: string
}

/** Decides how every request of this program is sent. */
export interface Outgoing {
  /** @throws NetworkProblem when there is no route */
  routeRequest(url: URL, pin: string): Promise<RequestRoute>
  /** The routes to a server, and which setting decided them. @throws NetworkProblem */
  findRoutes(url: URL): Promise<RouteDecision>
  /** An open connection to the server's port without any data sent. @throws NetworkProblem or Node's error */
  open(url: URL, timeoutMs: number): Promise<Socket>
  /** Trusted certificates and the client certificate of https connections. */
  context(): tls.SecureContext
  /** SHA-256 fingerprint (`AA:BB:…`) of the server's current certificate; null when it can't be read. */
  fingerprint(url: URL): Promise<string | null>
  configure(config: OutgoingConfig): void
}

const PROBE_MS = 3000
/** ms. Cache time of a proxy probe. */
const PROBE_CACHE_MS = 60_000

interface OutgoingDeps {
  env: NodeJS.ProcessEnv
  /** null: use the environment's proxies (HTTPS_PROXY, NO_PROXY …). */
  system: SystemProxies | null
}

function toDecision(answer: string, origin: string): RouteDecision {
  const { routes, unknown } = parsePacAnswer(answer)
  if (routes.length > 0) return { routes, origin }
  const text = `站匠不支持这种代理：${unknown.join('；')}（来自${origin}），请改用 HTTP 代理，或在“网络诊断”中另行设置`
  throw new NetworkProblem('SITECRAFT_PROXY_KIND', text)
}

function toFixedDecision(text: string, origin: string): RouteDecision {
  const proxy = parseProxy(text)
  if (proxy) return { routes: [proxy], origin }
  const problem = `代理地址“${withoutPassword(text)}”（来自${origin}）无效，应为 http://主机:端口`
  throw new NetworkProblem('SITECRAFT_PROXY_KIND', problem)
}

async function findSystemRoutes({ env, system }: OutgoingDeps, url: URL): Promise<RouteDecision> {
  if (system) return toDecision(await system(`${url.protocol}//${url.host}/`), '系统的代理设置')
  const found = environmentProxy(url, env)
  return found
    ? toFixedDecision(found.text, `环境变量 ${found.name}`)
    : { routes: [null], origin: '环境变量（没有代理）' }
}

/** Caches which proxies can be reached. */
class ProxyProbes {
  readonly #probed = new Map<string, { at: number; answers: boolean }>()

  /** The first of several routes whose proxy can be reached. */
  async choose(ways: Routes): Promise<Proxy | null> {
    if (ways.length > 1) for (const way of ways) if (!way || (await this.#answers(way))) return way
    return ways[0] ?? null
  }

  clear(): void {
    this.#probed.clear()
  }

  async #answers(proxy: Proxy): Promise<boolean> {
    const name = proxyName(proxy)
    const known = this.#probed.get(name)
    if (known && Date.now() - known.at < PROBE_CACHE_MS) return known.answers
    const answers = await connect(proxy.host, proxy.port, PROBE_MS).then(
      (socket) => socket.destroy() && true,
      () => false,
    )
    this.#probed.set(name, { at: Date.now(), answers })
    return answers
  }
}

export function createOutgoing(deps: OutgoingDeps): Outgoing {
  let config = SYSTEM_NETWORK
  let context: tls.SecureContext | null = null
  let agents = new Map<string, http.Agent>()
  const probes = new ProxyProbes()
  const trusted = (): tls.SecureContext => (context ??= createTrustContext(config))
  const pac = createPacScripts(() => ({ secureContext: trusted() }) as https.RequestOptions)

  const agent = (key: string, make: () => http.Agent): http.Agent => {
    const kept = agents.get(key) ?? make()
    agents.set(key, kept)
    return kept
  }
  const credentialsFor = (proxy: Proxy): string => proxy.auth || config.credentials
  const routes = async (url: URL): Promise<RouteDecision> => {
    if (isLoopback(url.hostname)) return { routes: [null], origin: '本机地址不经过代理' }
    if (config.mode === 'direct') return { routes: [null], origin: '设置为不使用代理' }
    if (isExcepted(url, config.exceptions)) return { routes: [null], origin: '该服务器在例外列表中' }
    if (config.mode === 'manual') return toFixedDecision(config.address, '手动设置')
    if (config.mode === 'pac') return toDecision(await pac.find(config.script, url), '自动代理脚本')
    return findSystemRoutes(deps, url)
  }
  const open = async (url: URL, timeoutMs: number): Promise<Socket> => {
    const proxy = await probes.choose((await routes(url)).routes)
    const { host, port } = hostAndPort(url)
    if (!proxy) return connect(host, port, timeoutMs)
    const tlsOptions = { secureContext: trusted() } as https.RequestOptions
    return openTunnel(proxy, host, port, { credentials: credentialsFor(proxy), timeoutMs, tls: tlsOptions })
  }

  return {
    findRoutes: routes,
    open,
    context: trusted,
    async routeRequest(url, pin) {
      const proxy = await probes.choose((await routes(url)).routes)
      const credentials = proxy ? credentialsFor(proxy) : ''
      const key = proxy ? `${proxy.secure ? 'https' : 'http'}://${proxyName(proxy)}` : 'direct'
      const { headers: _none, ...target } = urlToHttpOptions(url)
      if (url.protocol === 'https:') {
        const way = { proxy, credentials, pin, context: trusted() }
        const options = { ...target, agent: agent(`${key} tls ${pin}`, () => new SecureAgent(way)) }
        return { secure: true, options, forwarder: null, credentials: credentials !== '' }
      }
      if (!proxy)
        return {
          secure: false,
          options: { ...target, agent: agent(key, createPlainAgent) },
          forwarder: null,
          credentials: false,
        }
      const direct = { proxy: null, credentials: '', pin: '', context: trusted() }
      const options = {
        host: proxy.host,
        port: proxy.port,
        path: url.href,
        headers: { host: url.host, ...proxyHeaders(credentials) },
        agent: agent(`${key} forward`, () => (proxy.secure ? new SecureAgent(direct) : createPlainAgent())),
      }
      return { secure: proxy.secure, options, forwarder: proxy, credentials: credentials !== '' }
    },
    async fingerprint(url) {
      try {
        const socket = await open(url, PROBE_MS)
        return await readPeerFingerprint(socket, url.hostname)
      } catch {
        return null
      }
    },
    configure(next) {
      config = next
      context = null
      for (const old of agents.values()) closeIdleSockets(old)
      agents = new Map()
      probes.clear()
      pac.invalidate()
    },
  }
}

/** Host and port of a URL. */
export const hostAndPort = (url: URL): { host: string; port: number } => ({
  host: withoutBrackets(url.hostname),
  port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
})

const withoutPassword = (text: string): string => text.replace(/\/\/[^@/]*@/, '//')

/** Opens a TCP connection. @throws Node's error, ETIMEDOUT after the timeout */
export function connect(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port })
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

function readPeerFingerprint(socket: Socket, hostname: string): Promise<string | null> {
  const servername = /^[\d.]+$|:/.test(hostname) ? undefined : hostname
  return new Promise((resolve) => {
    const secured = tls.connect({ socket, rejectUnauthorized: false, ...(servername ? { servername } : {}) })
    const done = (value: string | null): void => {
      secured.destroy()
      socket.destroy()
      resolve(value)
    }
    secured.setTimeout(PROBE_MS, () => done(null))
    secured.once('error', () => done(null))
    secured.once('secureConnect', () => done(secured.getPeerCertificate().fingerprint256 ?? null))
  })
}

/** For code without a host: the environment's proxies, the system's trust. */
export const environmentOutgoing = createOutgoing({ env: process.env, system: null })
