import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { NetworkStep } from '#shared/contract/network.ts'
import { makeAuthority } from '#tests/fakes/authority.ts'
import { PASSWORD, startCms, type Cms } from '#tests/fakes/cms.ts'
import { type CompanyProxy, startCompanyProxy } from '#tests/fakes/companyProxy.ts'
import { keychain } from '#tests/fakes/secrets.ts'
import { connect, diskText, runHost, type RunningHost, signIn } from './harness.ts'

const authority = makeAuthority()
const NAME = 'cms.corp.test'
const portOf = (cms: Cms): number => Number(new URL(cms.baseUrl).port)

/** A server inside the company, which only the proxy knows by name, and a host of ours outside. */
async function company(tls: Parameters<typeof startCms>[0] | null = authority.server(`DNS:${NAME}`)) {
  const cms = await startCms(tls ?? undefined)
  const proxy = await startCompanyProxy()
  onTestFinished(async () => {
    await Promise.all([proxy.close(), cms.close()])
  })
  proxy.knows(NAME, portOf(cms))
  const running = await runHost({ ports: { secrets: keychain() } })
  return { cms, proxy, running, base: `${tls ? 'https' : 'http'}://${NAME}/` }
}

const viaProxy = (running: RunningHost, proxy: CompanyProxy, more = {}) =>
  running.call('network.save', { mode: 'manual', address: proxy.url, authorities: authority.root, ...more })

async function stepsOf(running: RunningHost): Promise<Record<NetworkStep['step'], NetworkStep>> {
  const { steps } = await running.call('network.diagnose', {})
  return Object.fromEntries(steps.map((each) => [each.step, each])) as Record<NetworkStep['step'], NetworkStep>
}

it('signs in and works through a proxy, with the certificate of a company', async () => {
  const { proxy, running, base } = await company()
  await viaProxy(running, proxy)
  await connect(running, base)
  await signIn(running, PASSWORD)
  expect((await running.call('session.status', {})).state).toBe('signed-in')
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${NAME}:443`]))
  const steps = await stepsOf(running)
  expect(Object.values(steps).map((each) => [each.step, each.state])).toEqual([
    ['name', 'skipped'],
    ['route', 'good'],
    ['proxy', 'good'],
    ['connect', 'skipped'],
    ['certificate', 'good'],
    ['server', 'good'],
    ['signIn', expect.stringMatching(/good|skipped/)],
  ])
  expect(steps.route.text).toContain(`代理 127.0.0.1:${proxy.port}（手动设置）`)
  expect(steps.certificate.text).toContain('Corp Root CA')
})

it('sends plain http through the proxy, too, and a path prefix stays', async () => {
  const { cms, proxy, running } = await company(null)
  await viaProxy(running, proxy)
  await connect(running, `http://${NAME}/group/cms/`)
  await running.call('network.diagnose', {})
  expect(proxy.asked.join('\n')).toContain(`GET http://${NAME}/group/cms/api/rsa/publicKey?`)
  expect(cms.requests.every((each) => each.headers['proxy-authorization'] === undefined)).toBe(true)
})

it('signs in at a proxy that asks, and reports it when it is refused', async () => {
  const { proxy, running, base } = await company()
  proxy.wants = '张三:p:w'
  await viaProxy(running, proxy)
  await connect(running, base).catch(() => undefined)
  expect((await stepsOf(running)).proxy).toMatchObject({ state: 'failed', text: expect.stringContaining('要求登录') })
  await viaProxy(running, proxy, { username: '张三', password: 'wrong' })
  expect((await stepsOf(running)).proxy.text).toContain('不接受填写的用户名或密码')
  const saved = await viaProxy(running, proxy, { username: '张三', password: 'p:w' })
  expect(saved).toMatchObject({ hasPassword: true, form: { username: '张三', password: '' } })
  expect((await stepsOf(running)).server.state).toBe('good')
  // The password stays when the form is saved without it, and never crosses to the page or the disk.
  await viaProxy(running, proxy, { username: '张三' })
  expect((await stepsOf(running)).server.state).toBe('good')
  expect(running.crossed.join('\n')).not.toContain('p:w')
  expect(await diskText(running.dataDir)).not.toContain('p:w')
})

it('names what only Windows sign-ins open', async () => {
  const { proxy, running, base } = await company()
  proxy.wants = 'nobody'
  proxy.schemes = 'NTLM'
  await viaProxy(running, proxy)
  await connect(running, base).catch(() => undefined)
  expect((await stepsOf(running)).proxy.text).toContain('只接受 NTLM 方式的登录')
})

it.each([
  ['drop', '返回的不是代理服务器的响应'],
  ['garbage', '返回的不是代理服务器的响应'],
  ['html', '拒绝转发到 cms.corp.test:443（302）'],
  ['refuse', '拒绝转发到 cms.corp.test:443（403）'],
] as const)('says what a proxy does that answers “%s”', async (mood, text) => {
  const { proxy, running, base } = await company()
  proxy.mood = mood
  await viaProxy(running, proxy)
  await connect(running, base).catch(() => undefined)
  const { proxy: step, server } = await stepsOf(running)
  expect([step.state, step.text]).toEqual(['failed', expect.stringContaining(text)])
  expect(server.state).toBe('waiting')
  await expect(running.call('account.captcha', {})).rejects.toMatchObject({ code: 'no-response', message: step.text })
})

it('says that a proxy is not there', async () => {
  const { proxy, running, base } = await company()
  await viaProxy(running, proxy)
  await connect(running, base)
  await proxy.close()
  // Connections that stand already end with it.
  expect((await stepsOf(running)).proxy.text).toContain('无法连接代理服务器')
})

it('follows a script, past a proxy that is not there, and keeps to its exceptions', async () => {
  const { proxy, running, base } = await company()
  const script = `function FindProxyForURL(url, host) {
    if (dnsDomainIs(host, '.corp.test')) return 'PROXY 127.0.0.1:9; PROXY 127.0.0.1:${proxy.port}; DIRECT'
    return 'DIRECT' }`
  const server = createServer((_request, response) => response.end(script))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`
  await running.call('network.save', { mode: 'pac', script: address, authorities: authority.root })
  await connect(running, base)
  const steps = await stepsOf(running)
  expect(steps.route.text).toContain(
    `代理 127.0.0.1:9，不行时 代理 127.0.0.1:${proxy.port}，不行时 直接连接（自动代理脚本）`,
  )
  expect(steps.server.state).toBe('good')
  await running.call('network.save', { mode: 'pac', script: address, exceptions: '*.corp.test' })
  expect((await stepsOf(running)).name).toMatchObject({ state: 'failed' })
})

it.each([
  ['is not there', 'http://127.0.0.1:9/proxy.pac', 'ECONNREFUSED'],
  ['never ends', 'data:text/plain,function FindProxyForURL(){for(;;);}', '用不了'],
  ['is none', 'data:text/html,<html>', '用不了'],
])('says that a script %s', async (_what, script, text) => {
  const { running, base } = await company()
  // The form takes files and http(s) only; a policy could name anything.
  const wanted = script.startsWith('data:')
    ? await served(decodeURIComponent(script.slice(script.indexOf(',') + 1)))
    : script
  await running.call('network.save', { mode: 'pac', script: wanted })
  await connect(running, base).catch(() => undefined)
  const { route } = await stepsOf(running)
  expect([route.state, route.text]).toEqual(['failed', expect.stringContaining(text)])
})

async function served(text: string): Promise<string> {
  const server = createServer((_request, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('asks the system by what proxy it goes, and says when that is of another kind', async () => {
  const { cms, proxy, base } = await company()
  let answer = `PROXY 127.0.0.1:${proxy.port}`
  const running = await runHost({ ports: { proxies: async () => answer } })
  await running.call('network.save', { mode: 'system', authorities: authority.root })
  await connect(running, base)
  expect((await stepsOf(running)).server.state).toBe('good')
  expect(cms.requests.length).toBeGreaterThan(0)
  answer = 'SOCKS5 127.0.0.1:1080'
  expect((await stepsOf(running)).route.text).toContain('不支持这种代理：SOCKS5 127.0.0.1:1080')
})

it.each([
  ['of an unknown authority', makeAuthority('Other').server(`DNS:${NAME}`), '证书不受信任'],
  ['that has expired', authority.server(`DNS:${NAME}`, -1), '已过期'],
  ['of another name', authority.server('DNS:else.corp.test'), '证书与域名 cms.corp.test 不匹配'],
])('refuses a certificate %s', async (_what, tls, text) => {
  const { proxy, running, base } = await company(tls)
  await viaProxy(running, proxy)
  await connect(running, base).catch(() => undefined)
  const { certificate } = await stepsOf(running)
  expect([certificate.state, certificate.text]).toEqual(['failed', expect.stringContaining(text)])
  await expect(running.call('account.captcha', {})).rejects.toMatchObject({ code: 'bad-certificate' })
})

it('says that the clock of this computer is wrong', async () => {
  const { proxy, base } = await company()
  const running = await runHost({ ports: { clock: { now: () => new Date('1980-01-01T00:00:00Z') } } })
  await viaProxy(running, proxy)
  await connect(running, base)
  expect((await stepsOf(running)).server).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('校准本机'),
  })
})

it('presents a client certificate to a server that wants one', async () => {
  const tls = { ...authority.server(`DNS:${NAME}`), requestCert: true, rejectUnauthorized: true, ca: [authority.root] }
  const { proxy, running, base } = await company(tls)
  await viaProxy(running, proxy)
  await connect(running, base).catch(() => undefined)
  const before = await stepsOf(running)
  expect([before.certificate.state, before.server.state, before.server.text]).toEqual([
    'good',
    'failed',
    expect.stringContaining('客户端证书'),
  ])
  const pfx = authority.client('zhang', 'geheim').toString('base64')
  await expect(running.call('network.setClient', { pfx, passphrase: 'x' })).rejects.toMatchObject({
    message: '客户端证书的密码有误，请重新输入',
  })
  await expect(running.call('network.setClient', { pfx: 'AAAA', passphrase: 'x' })).rejects.toMatchObject({
    message: '无法读取客户端证书，请选择 .pfx 或 .p12 文件',
  })
  const status = await running.call('network.setClient', { pfx, passphrase: 'geheim' })
  expect(status.client?.subject).toContain('CN=zhang')
  expect((await stepsOf(running)).server.state).toBe('good')
  await running.call('network.clearClient', {})
  expect((await stepsOf(running)).server.state).toBe('failed')
})

it('says that a page of the network stands before the server', async () => {
  const { cms, proxy, running, base } = await company(null)
  await viaProxy(running, proxy)
  await connect(running, base)
  proxy.mood = 'html'
  const { server } = await stepsOf(running)
  expect([server.state, server.remedy]).toEqual(['failed', expect.stringContaining('上网登录页')])
  expect(cms.requests).toBeDefined()
})

it('refuses settings that can not work, at their field', async () => {
  const { running } = await company()
  for (const [form, field] of [
    [{ mode: 'manual' }, 'address'],
    [{ mode: 'manual', address: 'socks5://a:1' }, 'address'],
    [{ mode: 'manual', address: 'http://u:p@a:1' }, 'address'],
    [{ mode: 'pac', script: 'proxy.pac' }, 'script'],
    [{ authorities: 'hello' }, 'authorities'],
    [{ authorities: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 'authorities'],
  ] as const) {
    await expect(running.call('network.save', form)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ field }] },
    })
  }
  expect((await running.call('network.get', {})).form.mode).toBe('system')
})
