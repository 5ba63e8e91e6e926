import { createServer } from 'node:http'
import { type AddressInfo, createServer as createPort, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { NetworkStep } from '#shared/contract/network.ts'
import { AppError } from '#shared/errors/index.ts'
import { makeAuthority } from '#tests/fakes/authority.ts'
import { startCms } from '#tests/fakes/cms.ts'
import { startCompanyProxy } from '#tests/fakes/companyProxy.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createApiClient } from './api/client.ts'
import { createOutgoing, type OutgoingConfig, SYSTEM_NETWORK } from './network/outgoing.ts'
import { diagnose, type DiagnoseDeps } from './networkCheck.ts'

const NAME = 'cms.corp.test'

interface Given extends Partial<Pick<DiagnoseDeps, 'session' | 'now'>> {
  network?: Partial<OutgoingConfig>
  /** Fingerprint that is trusted. */
  certificate?: string
}
/** What was found on the way to a server, `state text 〔remedy〕` by step. */
async function found(
  baseUrl: string,
  { network = {}, certificate = '', session = null, now = () => new Date() }: Given = {},
): Promise<Record<NetworkStep['step'], string>> {
  const outgoing = createOutgoing({ env: {}, system: null })
  outgoing.configure({ ...SYSTEM_NETWORK, mode: 'direct', ...network })
  const connection = { id: 'c1', name: '', kind: 'remote', baseUrl, pathMap: {}, certificate } as const
  const client = createApiClient({ connection: () => connection, token: () => null, log: memoryLog(), outgoing })
  const steps = await diagnose({ outgoing, client, session, now })
  expect(steps.every(({ milliseconds }) => milliseconds >= 0 && milliseconds < 20_000)).toBe(true)
  const shown = steps.map(({ step, state, text, remedy }) => [step, `${state} ${text}${remedy && `〔${remedy}〕`}`])
  return Object.fromEntries(shown) as Record<NetworkStep['step'], string>
}
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
const WAITING = 'waiting 前面的步骤未通过，未检查'

it('says of a plain server on this machine what is there at each step', async () => {
  const cms = await startCms()
  onTestFinished(() => cms.close())
  const { port } = new URL(cms.baseUrl)
  expect(await found(cms.baseUrl)).toEqual({
    name: 'skipped 地址 127.0.0.1 无需解析',
    route: 'good 直接连接（本机地址不经过代理）',
    proxy: 'skipped 不经过代理',
    connect: `good 127.0.0.1 的端口 ${port} 可以连接`,
    certificate: 'skipped 连接没有加密，没有证书',
    server: expect.stringMatching(/^good (站匠服务器|兼容的服务器)/),
    signIn: 'skipped 尚未登录',
  })
})

it('says of a session whether it holds', async () => {
  const cms = await startCms()
  onTestFinished(() => cms.close())
  const signIn = async (session: () => Promise<string>) => (await found(cms.baseUrl, { session })).signIn
  expect(await signIn(async () => '张三')).toBe('good 已登录：张三')
  expect(await signIn(() => Promise.reject(new AppError('not-found', '没有这个接口')))).toBe(
    'skipped 无法查询登录状态：没有这个接口',
  )
  expect(await signIn(() => Promise.reject(new AppError('unauthorized', '登录已失效')))).toBe(
    'failed 登录已失效〔请重新登录〕',
  )
})

it('warns of a clock that differs by more than five minutes, to either side', async () => {
  const cms = await startCms()
  onTestFinished(() => cms.close())
  const at = async (minutes: number) =>
    (await found(cms.baseUrl, { now: () => new Date(Date.now() + minutes * 60_000) })).server
  for (const minutes of [-4.5, 4.5]) expect(await at(minutes)).toMatch(/^good/)
  for (const minutes of [-6, 6])
    expect(await at(minutes)).toMatch(/^warning .*相差 6 分钟〔请校准本机的日期和时间，否则登录和证书可能出错〕$/)
})

it('names a port where nobody listens, and waits with all that comes after it', async () => {
  const free = createPort()
  const port = await listening(free)
  await new Promise((resolve) => free.close(resolve))
  expect(await found(`http://127.0.0.1:${port}/`)).toMatchObject({
    connect: `failed 127.0.0.1 拒绝连接端口 ${port}〔请检查地址中的端口，并确认服务器已启动〕`,
    certificate: WAITING,
    server: WAITING,
    signIn: WAITING,
  })
})

it('names a server that is none of ours', async () => {
  const port = await listening(createServer((_request, response) => response.end('<html>portal</html>')))
  expect((await found(`http://127.0.0.1:${port}/`)).server).toMatch(
    /^failed 有响应，但不是站匠的接口：.*〔请检查服务器地址是否完整（包括路径前缀）；.*〕$/,
  )
})

it('names a server that takes the connection and says nothing', async () => {
  const port = await listening(createPort((socket) => socket.destroy()))
  expect((await found(`http://127.0.0.1:${port}/`)).server).toMatch(
    /^failed 连接成功，但服务器没有响应（.+）〔请联系服务器管理员〕$/,
  )
})

it('names the proxy that a name is left to, and one that can’t be used', async () => {
  const proxy = await startCompanyProxy()
  const cms = await startCms()
  onTestFinished(() => Promise.all([proxy.close(), cms.close()]).then(() => undefined))
  proxy.knows(NAME, Number(new URL(cms.baseUrl).port))
  const network = { mode: 'manual', address: proxy.url } as const
  expect(await found(`http://${NAME}/`, { network })).toMatchObject({
    name: `skipped 本机无法解析 ${NAME}，由代理解析`,
    route: `good 代理 127.0.0.1:${proxy.port}（手动设置）`,
    proxy: expect.stringMatching(/^good 代理/),
    connect: 'skipped 由代理连接服务器',
    server: expect.stringMatching(/^good/),
  })
  proxy.wants = 'somebody'
  expect((await found(`http://${NAME}/`, { network })).proxy).toMatch(
    /^failed .*要求登录.*〔请在下方修改代理设置后重新检查〕$/,
  )
  expect(await found(`http://${NAME}/`, { network: { mode: 'manual', address: 'socks5://x' } })).toMatchObject({
    name: `skipped 本机无法解析 ${NAME}`,
    route: expect.stringMatching(/^failed .*socks5.*〔请在下方检查代理设置，或联系网络管理员〕$/),
    proxy: WAITING,
  })
})

it('names a name that nobody knows', async () => {
  expect((await found('http://no-such-name.invalid/')).name).toMatch(
    /^failed (找不到 no-such-name\.invalid|域名服务器没有响应)〔请检查服务器地址是否正确/,
  )
})

it('says whose certificate it is, and what to do about one that is not trusted', async () => {
  const authority = makeAuthority()
  const cms = await startCms(authority.server('IP:127.0.0.1'))
  onTestFinished(() => cms.close())
  const certificateOf = async (given: Given = {}) => (await found(cms.baseUrl, given)).certificate
  const about = /颁发给 .*CN=127\.0\.0\.1，由 .*Corp Root CA 颁发，有效期到 \d{4}-\d\d-\d\d/
  expect(await certificateOf({ network: { authorities: [authority.root] } })).toMatch(
    new RegExp(`^good ${about.source}`),
  )
  expect(await certificateOf()).toMatch(/^failed .+〔.+〕$/)
  const outgoing = createOutgoing({ env: {}, system: null })
  const certificate = (await outgoing.fingerprint(new URL(cms.baseUrl))) ?? ''
  expect(await certificateOf({ certificate })).toMatch(/^good .*（已信任此证书）$/)
  expect(await certificateOf({ certificate: certificate.replace(/^../, 'ZZ') })).toMatch(/^failed .+〔.+〕$/)
})

it('says of a port without encryption that it has none', async () => {
  const cms = await startCms()
  onTestFinished(() => cms.close())
  expect((await found(cms.baseUrl.replace('http:', 'https:'))).certificate).toMatch(
    /^failed 加密连接建立失败（.+）〔请检查该端口是否支持 https，或改用 http:\/\/ 开头的地址〕$/,
  )
})
