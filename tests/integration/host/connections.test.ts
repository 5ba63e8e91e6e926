import { createServer } from 'node:net'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { selfSigned } from '#tests/fakes/certificate.ts'
import { PASSWORD, startCms } from '#tests/fakes/cms.ts'
import { connect, runCms, runHost, signIn, tempFolder } from './harness.ts'

const form = (baseUrl: string, change: object = {}) => ({ name: '测试', baseUrl, ...change })

describe('testing a connection', () => {
  it('reaches a foreign server through its documented calls [A-215]', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    const report = await running.call('connections.test', form(cms.baseUrl))
    expect(report).toMatchObject({ own: false, version: '', certificate: '' })
    expect(report.milliseconds).toBeGreaterThanOrEqual(0)
  })
  it('uses the path map', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    cms.on('api/rsa/other', () => 'a2V5')
    const pathMap = { 'rsa.publicKey': 'api/rsa/other' }
    await running.call('connections.test', form(cms.baseUrl, { pathMap }))
    expect(cms.requests.at(-1)?.path).toBe('api/rsa/other')
  })
  it.each([
    ['cms.example.com', '服务器地址应以 http:// 或 https:// 开头，例如 https://cms.example.com'],
    ['http://[', '服务器地址不是有效的网址，格式例如 https://cms.example.com'],
    ['http://admin:geheim@cms.example.com', '服务器地址不能包含账号和密码，请在登录时输入'],
    ['http://no-such-host.invalid', '找不到服务器“no-such-host.invalid”，请检查地址是否写错、网络是否正常'],
  ])('explains %s', async (baseUrl, message) => {
    const running = await runHost()
    await expect(running.call('connections.test', form(baseUrl))).rejects.toMatchObject({ message })
  })
  it('explains a closed port', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await cms.close()
    const { host } = new URL(cms.baseUrl)
    await expect(running.call('connections.test', form(cms.baseUrl))).rejects.toMatchObject({
      code: 'no-response',
      message: `服务器 ${host} 拒绝连接，请检查端口是否正确、服务器是否已启动`,
    })
  })
  it('explains a server that answers pages instead of data', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    cms.mood = 'html'
    await expect(running.call('connections.test', form(cms.baseUrl))).rejects.toMatchObject({
      code: 'bad-answer',
      message: '服务器返回的不是接口数据，请检查服务器地址是否正确',
    })
  })
  it('explains https where only http is spoken', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    const call = running.call('connections.test', form(cms.baseUrl.replace('http:', 'https:')))
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining('不支持 https') as string })
  })
  it('explains a server that hangs up', async () => {
    const running = await runHost()
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const call = running.call('connections.test', form(`http://127.0.0.1:${port}`))
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining('无法连接服务器') as string })
  })
  it('shows the fingerprint of a self-signed certificate and passes once it is accepted', async () => {
    const running = await runHost()
    const own = selfSigned()
    const cms = await startCms(own)
    onTestFinished(() => cms.close())
    await expect(running.call('connections.test', form(cms.baseUrl))).rejects.toMatchObject({
      code: 'bad-certificate',
      details: { fact: { kind: 'request', fingerprint: own.fingerprint } },
    })
    const certificate = own.fingerprint
    expect(await running.call('connections.test', form(cms.baseUrl, { certificate }))).toMatchObject({ certificate })
    const before = 'AA:BB'
    await expect(running.call('connections.test', form(cms.baseUrl, { certificate: before }))).rejects.toMatchObject({
      message: expect.stringContaining('与之前信任的证书不同') as string,
      details: { fact: { kind: 'request', fingerprint: own.fingerprint } },
    })
  })
})

describe('kept connections', () => {
  it('survive a restart, with the built-in one first and none chosen at the first run', async () => {
    const dataDir = await tempFolder()
    const first = await runHost({ dataDir })
    expect(await first.call('connections.list', {})).toMatchObject({ current: '', connections: [{ id: 'builtin' }] })
    const saved = await first.call('connections.save', form('http://a.example'))
    await first.call('connections.use', { id: saved.id })
    const second = await runHost({ dataDir })
    expect(await second.call('connections.list', {})).toMatchObject({
      current: saved.id,
      connections: [
        { id: 'builtin', name: '内置服务器' },
        { name: '测试', baseUrl: 'http://a.example' },
      ],
    })
  })
  it('keep their names apart and their path maps sane', async () => {
    const running = await runHost()
    await running.call('connections.save', form('http://a.example'))
    const save = (change: object) => running.call('connections.save', form('http://b.example', change))
    await expect(save({})).rejects.toMatchObject({ code: 'conflict', message: '已有名为“测试”的连接，请换一个名称' })
    await expect(save({ name: 'x', pathMap: { nothing: 'a' } })).rejects.toMatchObject({ code: 'invalid' })
    const absolute = { 'site.page': 'https://evil.example/x' }
    await expect(save({ name: 'x', pathMap: absolute })).rejects.toMatchObject({ code: 'invalid' })
    for (const baseUrl of ['http://[', 'http://me:secret@b.example'])
      await expect(save({ name: 'x', baseUrl })).rejects.toMatchObject({ code: 'invalid' })
  })
  it('can be changed and removed, the built-in one not', async () => {
    const running = await runHost()
    const { id } = await running.call('connections.save', form('http://a.example'))
    await running.call('connections.save', form('http://b.example', { id, name: '改名' }))
    expect((await running.call('connections.list', {})).connections[1]).toMatchObject({ id, name: '改名' })
    await running.call('connections.remove', { id })
    expect((await running.call('connections.list', {})).connections).toHaveLength(1)
    await expect(running.call('connections.remove', { id: 'builtin' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(running.call('connections.use', { id })).rejects.toMatchObject({ code: 'not-found' })
  })
  it('are signed out on their server when they are removed, whether it answers or not', async () => {
    const [running, cms, gone] = [await runHost(), await runCms(), await runCms()]
    for (const server of [cms, gone]) {
      const id = await connect(running, server.baseUrl)
      await signIn(running, PASSWORD)
      if (server === gone) await gone.close()
      await running.call('connections.remove', { id })
      expect(await running.call('session.status', {})).toMatchObject({ state: 'none', username: '' })
    }
    expect(cms.tokens.size).toBe(0)
    expect((await running.call('connections.list', {})).connections).toHaveLength(1)
  })
  it('do no harm when one is removed while a call to it is on its way', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    const id = await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    const reached = Promise.withResolvers<void>()
    cms.on('api/cebest-cms/template/fileList', () => {
      reached.resolve()
      return []
    })
    cms.on('api/cebest-cms/account/logout', () => null)
    const call = running.call('templateFile.list', { path: '' })
    await running.call('connections.remove', { id })
    await reached.promise
    await expect(call).resolves.toEqual([])
  })
  it('never send the old server’s token to a new address', async () => {
    const [running, cms, other] = [await runHost(), await runCms(), await runCms()]
    const id = await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    await running.call('connections.save', form(other.baseUrl, { id }))
    expect(await running.call('session.status', {})).toMatchObject({ state: 'signed-out' })
    expect(other.requests.filter((request) => request.headers.authorization)).toEqual([])
  })
  it('are set aside, not lost, when their file is damaged', async () => {
    const dataDir = await tempFolder()
    await writeFile(join(dataDir, 'connections.json'), '{"current": "x", "conn')
    const running = await runHost({ dataDir })
    expect((await running.call('connections.list', {})).connections).toHaveLength(1)
    expect(await readFile(join(dataDir, 'connections.json.broken'), 'utf8')).toContain('"conn')
  })
})

describe('connectivity', () => {
  it('is told when the server goes and when it comes back', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    const known = () => running.events.filter((e) => e.event === 'connectivity.changed').map((e) => e.payload)
    cms.mood = 'unavailable'
    await expect(running.call('site.page', {})).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(() => expect(known()).toMatchObject([{ online: false }]))
    const late: unknown[] = []
    running.host.subscribe((message) => late.push(message.payload))
    expect(late).toMatchObject([{ online: false }])
    cms.mood = 'normal'
    await vi.waitFor(() => expect(known()).toMatchObject([{ online: false }, { online: true }]), { timeout: 5000 })
  })
})
