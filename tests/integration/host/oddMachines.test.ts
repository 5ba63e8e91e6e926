import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startBrowserHost } from '#hosts/browserHost/host.ts'
import { POLICIES } from '#shared/domain/policies.ts'
import { makeAuthority } from '#tests/fakes/authority.ts'
import { PASSWORD, startCms } from '#tests/fakes/cms.ts'
import { startCompanyProxy } from '#tests/fakes/companyProxy.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { keychain } from '#tests/fakes/secrets.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { realLauncher } from './builtin.ts'
import { connect, runCms, runHost, signIn, tempFolder } from './harness.ts'
import { spawnHost } from './hostProcess.ts'

const SOON = { timeout: 30_000, interval: 50 }

it('a policy of which every value is wrong is named line by line, and the program works as without one', async () => {
  const origin = '/etc/sitecraft/policy.json'
  const wrong = { text: ['x'], list: 'nonsense', flag: 'perhaps', number: -1, choice: 'sometimes' } as const
  const values = Object.fromEntries(
    Object.entries(POLICIES).map(([name, { kind }]) => [name, kind === 'list' ? [{}, 7, ''] : wrong[kind]]),
  )
  const running = await runHost({
    ports: { secrets: keychain() },
    policies: async () => [{ origin, values: { ...values, Unknown: 1 } }],
  })
  const { set, problems } = await running.call('policy.status', {})
  expect(set).toEqual([])
  expect(new Set(problems.map(({ name }) => name))).toEqual(new Set([...Object.keys(POLICIES), 'Unknown']))
  for (const { text } of problems) expect(text).not.toMatch(/undefined|\[object|Invalid input/)
  const cms = await runCms()
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  await running.call('settings.set', { uploadLimitKbps: 5, updateMode: 'ask' })
  expect((await running.call('network.get', {})).managed).toEqual([])
})

it('a certificate that expires while one works is said, and work goes on with the new one', async () => {
  const authority = makeAuthority()
  const names = 'DNS:cms.corp.test'
  const proxy = await startCompanyProxy()
  const servers = await Promise.all([2, -1, 3].map((days) => startCms(authority.server(names, days))))
  onTestFinished(async () => {
    await Promise.all([proxy.close(), ...servers.map((server) => server.close().catch(() => undefined))])
  })
  const [valid, expired, renewed] = servers
  const moveTo = (server: (typeof servers)[number] | undefined): void =>
    proxy.knows('cms.corp.test', Number(new URL(server?.baseUrl ?? '').port))
  moveTo(valid)
  const running = await runHost({ ports: { secrets: keychain() } })
  await running.call('network.save', { mode: 'manual', address: proxy.url, authorities: authority.root })
  await connect(running, 'https://cms.corp.test/')
  await signIn(running, PASSWORD)
  moveTo(expired)
  await valid?.close()
  await expect(running.call('account.captcha', {})).rejects.toMatchObject({
    code: 'bad-certificate',
    message: expect.stringContaining('证书不在有效期内：请先检查本机的日期和时间'),
  })
  const { steps } = await running.call('network.diagnose', {})
  expect(steps.find(({ step }) => step === 'certificate')).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('证书已过期'),
  })
  // Nobody is signed out by it.
  expect((await running.call('session.status', {})).state).toBe('signed-in')
  moveTo(renewed)
  await running.call('account.captcha', {})
})

it('two people on one machine have a host each, and none lets the other in', async () => {
  const hosts = []
  for (const name of ['王芳', '李强']) {
    const dataDir = join(await tempFolder(), name)
    const pageRoot = join(await tempFolder(), 'renderer')
    await mkdir(pageRoot)
    await writeFile(join(pageRoot, 'index.html'), '<meta nonce="__CSP_NONCE__">')
    const { launcher, secrets } = testPorts()
    const running = await startBrowserHost({
      dataDir,
      port: 0,
      version: '0',
      pageRoot,
      launcher,
      secrets,
      print: () => undefined,
    })
    onTestFinished(() => running.close())
    await running.host.invoke('settings.set', { theme: name === '王芳' ? 'dark' : 'light' })
    hosts.push({ dataDir, running, entered: await enterHost(running.createLaunchAddress()) })
  }
  const [one, two] = hosts
  if (!one || !two) throw new Error('no hosts')
  expect(one.running.port).not.toBe(two.running.port)
  const get = (from: typeof one, at: typeof two): Promise<Response> => {
    return fetch(`${at.entered.origin}/invoke`, {
      method: 'POST',
      headers: { ...from.entered, origin: at.entered.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'settings.get', input: {} }),
    })
  }
  expect((await get(one, two)).status).toBe(401)
  expect(await (await get(one, one)).json()).toMatchObject({ data: { theme: 'dark' } })
  expect(await (await get(two, two)).json()).toMatchObject({ data: { theme: 'light' } })
  const launch = new URL(one.running.createLaunchAddress()).search
  expect((await fetch(`${two.entered.origin}/${launch}`)).status).toBe(401)
  // Windows has no such modes: there the profile folder itself is closed to others.
  if (process.platform !== 'win32') for (const { dataDir } of hosts) expect((await stat(dataDir)).mode & 0o077).toBe(0)
})

it(
  'a person with a Chinese name and spaces in his folders starts, synchronises and uploads',
  { timeout: 90_000 },
  async () => {
    const home = join(await tempFolder(), '王 芳', '我的 文档')
    const local = join(home, '模板 一')
    await mkdir(local, { recursive: true })
    const dataDir = join(home, '站匠 数据（新）')
    const running = await runHost({ dataDir, ports: { secrets: keychain(), launcher: realLauncher() } })
    await running.call('connections.use', { id: 'builtin' })
    const [template] = (await running.call('template.list', {})).content
    const { planId } = await running.call('workspaces.plan', {
      folder: template?.folder ?? '',
      templateName: template?.name ?? '',
      grant: running.host.grants.issue(local),
    })
    const { id } = await running.call('workspaces.connect', { planId })
    const state = async () => (await running.call('workspaces.list', {})).find((each) => each.id === id)?.state
    await vi.waitFor(async () => expect(await state()).toBe('idle'), SOON)
    const files = await running.call('templateFile.list', { path: template?.folder ?? '' })
    const page = files.find(({ name }) => name.endsWith('.html'))?.name ?? ''
    expect(await readFile(join(local, page), 'utf8')).toBe(
      (await running.call('templateFile.open', { path: template?.folder ?? '', openFileName: page })).content,
    )
    const path = join(home, '年度 报告.css')
    await writeFile(path, 'body { color: red }')
    const target = { to: 'library', kind: 'file', siteId: 0 } as const
    const { tasks, refused } = await running.call('uploads.add', { grants: [running.host.grants.issue(path)], target })
    expect(refused).toEqual([])
    await vi.waitFor(async () => {
      const found = (await running.call('uploads.list', {})).tasks.find((each) => each.id === tasks[0]?.id)
      expect(found?.state.step).toBe('done')
    }, SOON)
  },
)

it(
  'a computer whose clock stands in 1980 starts, signs in and works, and is told of its clock',
  { timeout: 90_000 },
  async () => {
    const clock = new URL('../../fakes/oldClock.ts', import.meta.url).href
    const host = await spawnHost(await tempFolder(), {
      NODE_OPTIONS: `--import=${clock}`,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    })
    await host.call('connections.use', { id: 'builtin' })
    expect((await host.call('session.status', {})).state).toBe('signed-in')
    const { content } = await host.call('template.list', {})
    expect(content.length).toBeGreaterThan(0)
    const { steps } = await host.call('network.diagnose', {})
    expect(steps.find(({ step }) => step === 'server')).toMatchObject({
      state: 'warning',
      remedy: '请校准本机的日期和时间，否则登录和证书可能出错',
    })
  },
)
