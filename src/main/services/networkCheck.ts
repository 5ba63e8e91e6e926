import type { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { NETWORK_STEPS, type NetworkStep } from '#shared/contract/network.ts'
import { operations } from '#shared/contract/registry.ts'
import { AppError, requestFactOf } from '#shared/errors/index.ts'
import { send } from './api/http.ts'
import { isUnreached, networkCode, requiresClientCertificate } from './api/networkError.ts'
import { addressOf } from './api/request.ts'
import type { ApiClient } from './types.ts'
import { type RouteDecision, type Outgoing, hostAndPort } from './network/outgoing.ts'
import { proxyName } from './network/proxy.ts'
import { toOneLine } from './networkStore.ts'

/** ms. Timeout of one step. */
const TIMEOUT_MS = 8000
const MINUTE_MS = 60_000
/** ms. A larger clock difference breaks certificates and second factors. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * MINUTE_MS

type StepName = NetworkStep['step']
type Finding = Pick<NetworkStep, 'state' | 'text'> & { remedy?: string }

/** A failed step; later steps are not carried out. */
class FailedStep extends Error {
  readonly remedy: string
  constructor(text: string, remedy: string) {
    super(text)
    this.remedy = remedy
  }
}

export interface DiagnoseDeps {
  outgoing: Outgoing
  /** Client of the checked connection, without a session. */
  client: ApiClient
  /** Asks the server whether the session is valid and returns the username; null: nobody is signed in. */
  session: (() => Promise<string>) | null
  now: () => Date
}

/**
 * Checks the connection to a server step by step, and reports the finding and the remedy of each step. Steps after a
 * failure are not carried out.
 */
export async function diagnose(deps: DiagnoseDeps): Promise<NetworkStep[]> {
  const url = new URL(deps.client.connection.baseUrl)
  const way = new ConnectionCheck(deps, url)
  const steps: NetworkStep[] = []
  const work: Record<StepName, () => Promise<Finding>> = {
    name: () => way.name(),
    route: () => way.route(),
    proxy: () => way.proxy(),
    connect: () => way.connect(),
    certificate: () => way.certificate(),
    server: () => way.server(),
    signIn: () => way.signIn(),
  }
  let stopped = false
  for (const step of NETWORK_STEPS) {
    const started = performance.now()
    const finding: Finding = stopped
      ? { state: 'waiting', text: '前面的步骤未通过，未检查' }
      : await runStep(work[step])
    stopped ||= finding.state === 'failed'
    steps.push({ remedy: '', ...finding, step, milliseconds: Math.round(performance.now() - started) })
  }
  way.close()
  return steps
}

async function runStep(work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FailedStep) return { state: 'failed', text: error.message, remedy: error.remedy }
    return { state: 'failed', text: error instanceof Error ? error.message : String(error), remedy: '' }
  }
}

class ConnectionCheck {
  readonly #deps: DiagnoseDeps
  readonly #url: URL
  #decision: RouteDecision | null = null
  #socket: Socket | null = null

  constructor(deps: DiagnoseDeps, url: URL) {
    this.#deps = deps
    this.#url = url
  }

  get #proxied(): boolean {
    return Boolean(this.#decision?.routes[0])
  }

  async name(): Promise<Finding> {
    const { host } = hostAndPort(this.#url)
    // The route comes first: behind a proxy, the proxy resolves names.
    this.#decision = await this.#deps.outgoing.findRoutes(this.#url).catch(() => null)
    if (isIP(host)) return { state: 'skipped', text: `地址 ${host} 无需解析` }
    try {
      const found = await lookup(host, { all: true })
      return {
        state: 'good',
        text: `${host} 解析为 ${found
          .map(({ address }) => address)
          .slice(0, 4)
          .join('、')}`,
      }
    } catch (error) {
      if (this.#proxied) return { state: 'skipped', text: `本机无法解析 ${host}，由代理解析` }
      if (!this.#decision) return { state: 'skipped', text: `本机无法解析 ${host}` }
      throw new FailedStep(
        networkCode(error) === 'EAI_AGAIN' ? '域名服务器没有响应' : `找不到 ${host}`,
        '请检查服务器地址是否正确、网络或 VPN 是否已连接；只能通过代理上网时，请在下方设置代理',
      )
    }
  }

  async route(): Promise<Finding> {
    this.#decision ??= await this.#deps.outgoing.findRoutes(this.#url).catch((error: unknown) => {
      throw new FailedStep(
        error instanceof Error ? error.message : String(error),
        '请在下方检查代理设置，或联系网络管理员',
      )
    })
    const { routes, origin } = this.#decision
    const ways = routes.map((route) => (route ? `代理 ${proxyName(route)}` : '直接连接'))
    return { state: 'good', text: `${ways.join('，失败时使用')}（${origin}）` }
  }

  async proxy(): Promise<Finding> {
    if (!this.#proxied) return { state: 'skipped', text: '不经过代理' }
    try {
      this.#socket = await this.#deps.outgoing.open(this.#url, TIMEOUT_MS)
      return { state: 'good', text: '代理连接正常' }
    } catch (error) {
      // Many proxies open tunnels only for https; the later request to the server shows whether they accept http.
      if (this.#url.protocol === 'http:' && networkCode(error) === 'SITECRAFT_PROXY_REFUSED') {
        return { state: 'good', text: '代理有响应' }
      }
      throw new FailedStep(error instanceof Error ? error.message : String(error), '请在下方修改代理设置后重新检查')
    }
  }

  async connect(): Promise<Finding> {
    const { host, port } = hostAndPort(this.#url)
    if (this.#proxied) return { state: 'skipped', text: '由代理连接服务器' }
    try {
      this.#socket = await this.#deps.outgoing.open(this.#url, TIMEOUT_MS)
      return { state: 'good', text: `${host} 的端口 ${port} 可以连接` }
    } catch (error) {
      const code = networkCode(error)
      if (code === 'ECONNREFUSED') {
        throw new FailedStep(`${host} 拒绝连接端口 ${port}`, '请检查地址中的端口，并确认服务器已启动')
      }
      throw new FailedStep(
        `无法连接 ${host} 的端口 ${port}（${code || '没有响应'}）`,
        '请检查网络、VPN 和防火墙；公司网络只能通过代理上网时，请在下方设置代理',
      )
    }
  }

  async certificate(): Promise<Finding> {
    if (this.#url.protocol !== 'https:') return { state: 'skipped', text: '连接没有加密，没有证书' }
    if (!this.#socket) throw new FailedStep('没有连接', '')
    const { hostname } = this.#url
    const servername = isIP(hostAndPort(this.#url).host) ? undefined : hostname
    const secured = tls.connect({
      socket: this.#socket,
      secureContext: this.#deps.outgoing.context(),
      rejectUnauthorized: false,
      ...(servername ? { servername } : { host: hostAndPort(this.#url).host }),
    })
    this.#socket = secured
    await waitForHandshake(secured)
    return this.#judge(secured)
  }

  #judge(secured: tls.TLSSocket): Finding {
    const peer = secured.getPeerX509Certificate()
    if (!peer) throw new FailedStep('服务器没有出示证书', '请联系服务器管理员')
    const { certificate } = this.#deps.client.connection
    const about = `颁发给 ${toOneLine(peer.subject)}，由 ${toOneLine(peer.issuer)} 颁发，有效期到 ${formatExpiryDay(peer)}`
    if (certificate && peer.fingerprint256 === certificate) return { state: 'good', text: `${about}（已信任此证书）` }
    if (certificate) {
      throw new FailedStep(
        `${about}，与之前信任的证书不同`,
        '请向服务器管理员确认是否更换过证书，再在“连接到服务器”中重新测试',
      )
    }
    if (secured.authorized) return { state: 'good', text: about }
    throw this.#distrusted(String(secured.authorizationError), peer, about)
  }

  #distrusted(reason: string, peer: X509Certificate, about: string): FailedStep {
    const today = this.#deps.now()
    if (today < peer.validFromDate) {
      const clock = `本机时间是 ${today.toISOString().slice(0, 10)}，证书从 ${peer.validFromDate.toISOString().slice(0, 10)} 起有效`
      return new FailedStep(clock, '请先检查本机的日期和时间')
    }
    if (today > peer.validToDate)
      return new FailedStep(`证书已过期：${about}`, '请先检查本机的日期；如果无误，请联系服务器管理员更换证书')
    if (reason.includes('ALTNAME')) {
      return new FailedStep(`证书与域名 ${this.#url.hostname} 不匹配：${about}`, '请检查服务器地址，应写证书上的名称')
    }
    return new FailedStep(
      `证书不受信任（${reason}）：${about}`,
      '如果颁发者是您的公司，请在下方填写公司的根证书（PEM）；如果是自签名证书，请在“连接到服务器”中测试并核对指纹',
    )
  }

  async server(): Promise<Finding> {
    const away = Math.abs(await this.#clockDifference())
    const text = await this.#whatAnswers()
    if (away <= MAX_CLOCK_DIFFERENCE_MS) return { state: 'good', text }
    return {
      state: 'warning',
      text: `${text}，但服务器时间与本机相差 ${Math.round(away / MINUTE_MS)} 分钟`,
      remedy: '请校准本机的日期和时间，否则登录和证书可能出错',
    }
  }

  /**
   * ms by which the server's clock is ahead of this computer's; 0 if unknown. @throws AppError when the server can't be
   * reached
   */
  async #clockDifference(): Promise<number> {
    const { outgoing, client, now } = this.#deps
    const { connection } = client
    const name = 'system.capabilities'
    const response = await send({
      operation: 'network.diagnose',
      url: addressOf(connection, name, operations[name], {}).url,
      method: 'GET',
      headers: { accept: 'application/json' },
      certificate: connection.certificate,
      timeoutMs: TIMEOUT_MS,
      repeatable: true,
      outgoing,
    }).catch((error: unknown) => {
      throw notReachedStep(error)
    })
    response.destroy()
    const said = Date.parse(response.headers.date ?? '')
    return Number.isNaN(said) ? 0 : said - now().getTime()
  }

  async #whatAnswers(): Promise<string> {
    const { client } = this.#deps
    try {
      const { data } = await client.call('system.capabilities', {}, { timeoutMs: TIMEOUT_MS })
      return `站匠服务器 ${data.version}`
    } catch (error) {
      if (isUnreached(error)) throw notReachedStep(error)
    }
    try {
      await client.call('rsa.publicKey', {}, { timeoutMs: TIMEOUT_MS })
      return '兼容的服务器'
    } catch (error) {
      if (isUnreached(error)) throw notReachedStep(error)
      throw new FailedStep(
        `有响应，但不是站匠的接口：${error instanceof Error ? error.message : String(error)}`,
        '请检查服务器地址是否完整（包括路径前缀）；如果打开浏览器会出现上网登录页，请先在浏览器中登录网络',
      )
    }
  }

  async signIn(): Promise<Finding> {
    if (!this.#deps.session) return { state: 'skipped', text: '尚未登录' }
    try {
      return { state: 'good', text: `已登录：${await this.#deps.session()}` }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Foreign servers may lack this call.
      if (error.code !== 'unauthorized') return { state: 'skipped', text: `无法查询登录状态：${error.message}` }
      throw new FailedStep(error.message, '请重新登录')
    }
  }

  close(): void {
    this.#socket?.destroy()
  }
}

const formatExpiryDay = (peer: X509Certificate): string => peer.validToDate.toISOString().slice(0, 10)

function notReachedStep(error: unknown): FailedStep {
  const message = error instanceof Error ? error.message : String(error)
  const cause = error instanceof AppError ? (requestFactOf(error).cause ?? '') : ''
  if (cause.startsWith('SITECRAFT_') || requiresClientCertificate(cause))
    return new FailedStep(message, '请在下方修改设置后重新检查')
  return new FailedStep(`连接成功，但服务器没有响应（${cause || message}）`, '请联系服务器管理员')
}

/** Waits for the TLS handshake. @throws Stop */
function waitForHandshake(socket: tls.TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (code: string): void => {
      socket.destroy()
      reject(
        requiresClientCertificate(code)
          ? new FailedStep('服务器要求客户端证书', '请在下方选择公司发放的证书（.pfx 或 .p12）')
          : new FailedStep(`加密连接建立失败（${code}）`, '请检查该端口是否支持 https，或改用 http:// 开头的地址'),
      )
    }
    socket.setTimeout(TIMEOUT_MS, () => give('ETIMEDOUT'))
    socket.once('error', (error: Error) => give(networkCode(error) || error.message))
    socket.once('secureConnect', () => {
      socket.setTimeout(0)
      resolve()
    })
  })
}
