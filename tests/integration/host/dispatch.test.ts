import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { noDialogs } from '#hosts/browserHost/adapters/dialogs.ts'
import { apiNames, hostNames, operation } from '#shared/contract/registry.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { noKeychain } from '#tests/fakes/secrets.ts'
import { connect, runCms, runHost, signIn, tempFolder } from './harness.ts'

describe('every operation over the bridge', () => {
  it('has a name of the contract, and any other is refused', async () => {
    const { host } = await runHost()
    for (const name of ['no.such', '__proto__', 'constructor', 'toString', '', null, 7, {}]) {
      const result = await host.invoke(name, {})
      expect(result).toMatchObject({ ok: false, error: { code: 'unsupported' } })
    }
  })
  it('refuses what carries secrets or raw bytes', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    const before = cms.requests.length
    const guarded = apiNames.filter((name) => {
      const op = operation(name)
      return op.kind === 'api' && (op.hostOnly === true || op.raw === true)
    })
    expect(guarded).toEqual(expect.arrayContaining(['account.login', 'account.autoLogin', 'upload.file']))
    for (const name of guarded) {
      expect(await running.host.invoke(name, {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    }
    expect(cms.requests).toHaveLength(before)
  })
  it('needs a session unless it is open', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    const closed = apiNames.filter((name) => {
      const op = operation(name)
      return op.kind === 'api' && op.access.kind !== 'open' && !op.hostOnly && !op.raw
    })
    expect(closed.length).toBeGreaterThan(20)
    for (const name of closed) {
      const result = await running.host.invoke(name, {})
      expect([name, result]).toMatchObject([name, { ok: false, error: { code: 'unauthorized' } }])
    }
  })
  it('answers a wrong input with every rule it breaks, never with a throw', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    const before = cms.requests.length
    for (const name of [...apiNames, ...hostNames]) {
      const op = operation(name)
      if (op.kind === 'api' && (op.hostOnly || op.raw)) continue
      const expected = op.input.safeParse('not an object')
      if (expected.success) continue
      const result = await running.host.invoke(name, 'not an object')
      expect([name, result]).toMatchObject([name, { ok: false, error: { code: 'invalid' } }])
      expect(!result.ok && result.error.details.issues?.length).toBe(expected.error.issues.length)
    }
    expect(cms.requests).toHaveLength(before)
  })
})

describe('the services behind it', () => {
  it('tell of themselves', async () => {
    const running = await runHost()
    expect(await running.call('app.info', {})).toEqual({
      host: 'electron',
      version: '0.0.0',
      nativeDialogs: true,
      keychain: { module: '', problem: '没有正在运行的密钥环服务，请安装并启动 gnome-keyring 或 KWallet 后重试。' },
      safe: false,
      dataDir: running.dataDir,
    })
  })
  it('keep settings over a restart and tell every page of a change', async () => {
    const dataDir = await tempFolder()
    const first = await runHost({ dataDir })
    expect(await first.call('settings.get', {})).toMatchObject({ theme: 'system', editorFontSize: 16 })
    await first.call('settings.set', { theme: 'dark' })
    expect(first.events).toContainEqual({
      event: 'settings.changed',
      payload: {
        theme: 'dark',
        editorFontSize: 16,
        sidebarCollapsed: false,
        uploadLimitKbps: 0,
        hostWindow: 'app',
        hostBrowser: 'auto',
        hostStays: false,
        libraryView: 'grid',
        wideForms: [],
        keepInTray: false,
        trayTold: false,
        startWithSystem: false,
        spellCheck: false,
        homeCards: [],
        updateMode: 'auto',
        updateChannel: 'latest',
      },
    })
    const second = await runHost({ dataDir })
    expect(await second.call('settings.get', {})).toMatchObject({ theme: 'dark' })
  })
  it('have the settings at hand while a slow keychain is still asked', async () => {
    const answered = Promise.withResolvers<void>()
    const running = await runHost({ ports: { secrets: { ...noKeychain, connect: () => answered.promise } } })
    const asked = vi.fn()
    const status = running.call('session.status', {}).then(asked)
    expect(await running.host.settings.get()).toMatchObject({ theme: 'system' })
    expect(asked).not.toHaveBeenCalled()
    answered.reject(new Error('no keychain'))
    await status
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ remembered: false }))
  })
  it('hold the titles of unsaved work for the window', async () => {
    const running = await runHost()
    await running.call('app.setUnsaved', { titles: ['index.html'] })
    expect(running.host.unsaved('')).toEqual(['index.html'])
  })
  it('open https links of connected servers only', async () => {
    const running = await runHost()
    await running.call('connections.save', { name: 'x', baseUrl: 'https://cms.example.com/base' })
    const open = (url: string) => running.call('app.openExternal', { url })
    await open('https://cms.example.com/help')
    for (const url of [
      'http://cms.example.com/',
      'https://evil.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ]) {
      await expect(open(url)).rejects.toMatchObject({ code: expect.stringMatching(/forbidden|invalid/) as string })
    }
    expect(running.ports.opened).toEqual(['https://cms.example.com/help'])
  })
  it('open the https links of the sites that the signed-in account sees', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    const site = { ...aSite(1, '集团官网'), domain: 'www.group.example,group.example' }
    cms.on('api/cebest-cms/site-manage/page', () => pageOf([site]))
    await connect(running, cms.baseUrl)
    const open = (url: string) => running.call('app.openExternal', { url })
    await expect(open('https://group.example/')).rejects.toMatchObject({ code: 'forbidden' })
    await signIn(running, PASSWORD)
    await open('https://group.example/')
    for (const url of ['http://group.example/', 'https://roup.example/', 'https://www.group.example.evil.example/'])
      await expect(open(url), url).rejects.toMatchObject({ code: 'forbidden' })
    expect(running.ports.opened).toEqual(['https://group.example/'])
  })
  it('open the page of the statistics’ provider that the server names, and no other of it [C-041]', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    const page = 'https://openapi.baidu.com/oauth/2.0/authorize?response_type=code&client_id=k&redirect_uri=oob'
    cms.on('api/cebest-cms/site-manage/page', () => pageOf([aSite(1, '集团官网')]))
    cms.on('api/cebest-cms/baidu-statistics/get-code-url', () => page)
    await connect(running, cms.baseUrl)
    const open = (url: string) => running.call('app.openExternal', { url })
    await expect(open(page)).rejects.toMatchObject({ code: 'forbidden' })
    await signIn(running, PASSWORD)
    await open(page)
    for (const url of [`${page}&x=1`, page.replace('openapi.baidu.com', 'evil.example'), 'https://openapi.baidu.com/'])
      await expect(open(url), url).rejects.toMatchObject({ code: 'forbidden' })
    expect(running.ports.opened).toEqual([page])
  })
  it('open live previews of this program, and no other port of the computer', async () => {
    const running = await runHost()
    const origin = await running.host.livePreviewOrigin()
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const open = (url: string) => running.call('app.openExternal', { url })
    await open(`${origin}/live-preview-abc/`)
    const other = Number(new URL(origin).port) === 4321 ? 4322 : 4321
    for (const url of [`http://127.0.0.1:${other}/live-preview-abc/`, `${origin}/`])
      await expect(open(url), url).rejects.toMatchObject({ code: 'forbidden' })
    expect(running.ports.opened).toEqual([`${origin}/live-preview-abc/`])
  })
  it('answer a native folder choice with a grant, and null when it is cancelled', async () => {
    const running = await runHost()
    expect(await running.call('folders.choose', {})).toBeNull()
    running.ports.answers.folder = '/some/where'
    const chosen = await running.call('folders.choose', {})
    expect(chosen?.label).toBe('/some/where')
    expect(running.host.grants.resolve(chosen?.grant ?? '')).toBe('/some/where')
  })
  it('let the page of the desktop program open no folder but by the native dialog', async () => {
    const running = await runHost()
    const node = running.host.grants.issue(await tempFolder())
    const wanted = [
      running.call('folders.list', {}),
      running.call('folders.list', { node }),
      running.call('folders.create', { node, name: 'x' }),
      running.call('folders.grant', { node }),
    ]
    for (const call of wanted) await expect(call).rejects.toMatchObject({ code: 'unsupported' })
  })
  it('browse, create and grant folders by opaque nodes', async () => {
    const running = await runHost({ ports: { dialogs: noDialogs } })
    const folder = await tempFolder()
    await mkdir(join(folder, '站点 10'))
    await mkdir(join(folder, '站点 9'))
    const places = await running.call('folders.list', {})
    expect(places).toMatchObject({ path: '', node: null, parent: null })
    const node = running.host.grants.issue(folder)
    const listed = await running.call('folders.list', { node })
    expect(listed).toMatchObject({ path: folder, folders: [{ name: '站点 9' }, { name: '站点 10' }] })
    const made = await running.call('folders.create', { node, name: '新站点' })
    const chosen = await running.call('folders.grant', { node: made.node })
    expect(chosen.label).toBe(join(folder, '新站点'))
    const create = (name: string) => running.call('folders.create', { node, name })
    await expect(create('新站点')).rejects.toMatchObject({ code: 'conflict' })
    for (const name of ['..', 'a/b', 'a\\b', 'con?'])
      await expect(create(name)).rejects.toMatchObject({ code: 'invalid' })
    await expect(running.call('folders.list', { node: '/etc' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
