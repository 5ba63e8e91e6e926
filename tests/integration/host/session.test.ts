import { DEVICE_HEADER, isDeviceId } from '#shared/contract/headers.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { Envelope, PASSWORD } from '#tests/fakes/cms.ts'
import { keychain, noKeychain } from '#tests/fakes/secrets.ts'
import { connect, diskText, runCms, runHost, signIn, tempFolder } from './harness.ts'

describe('a session', () => {
  it('does not exist before a connection is chosen', async () => {
    const running = await runHost()
    expect(await running.call('session.status', {})).toMatchObject({ state: 'none', connection: null })
    await expect(running.call('templateFile.list', { path: '' })).rejects.toMatchObject({ code: 'unavailable' })
  })
  it('[A-283] [C-186] [C-272] [C-355] starts with username, captcha and the encrypted password, on the first site that is no system site', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    const status = await signIn(running, PASSWORD)
    expect(status).toMatchObject({ state: 'signed-in', username: 'editor', groupId: 3, currentSiteId: 7 })
    const login = cms.requests.find((request) => request.path.endsWith('/login'))
    expect(login?.json).toMatchObject({ username: 'editor', imageCodeKey: 'key-1', imageCodeValue: 'abcd' })
    expect(login?.body.toString()).not.toContain('123456')
    expect(running.events.at(-1)).toEqual({ event: 'session.changed', payload: status })
  })
  it('names this installation, lastingly and for each connection otherwise, at a sign-in and nowhere else', async () => {
    const [dataDir, first, second] = [await tempFolder(), await runCms(), await runCms()]
    const named: unknown[] = []
    for (const [cms, isNew] of [
      [first, true],
      [first, false],
      [second, true],
    ] as const) {
      const running = await runHost({ dataDir })
      if (isNew) await connect(running, cms.baseUrl)
      await signIn(running, PASSWORD)
      const [login, ...others] = cms.requests.splice(0).toSorted((a) => (a.path.endsWith('/login') ? -1 : 0))
      named.push(login?.headers[DEVICE_HEADER])
      expect(others.filter(({ headers }) => DEVICE_HEADER in headers)).toEqual([])
      await running.host.close()
    }
    for (const name of named) expect(isDeviceId(String(name))).toBe(true)
    expect(named[1]).toBe(named[0])
    expect(named[2]).not.toBe(named[0])
  })
  it('keeps the server’s words when the password is wrong', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await expect(signIn(running, 'wrong-password')).rejects.toMatchObject({ message: '用户名或密码不正确' })
    expect(await running.call('session.status', {})).toMatchObject({ state: 'signed-out' })
  })
  it('keeps a refusal with 401 apart from a session that ended', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    cms.on('api/cebest-cms/account/login', () => {
      throw new Envelope(401, '账号或密码错误')
    })
    await connect(running, cms.baseUrl)
    await expect(signIn(running, PASSWORD)).rejects.toMatchObject({ code: 'rejected', message: '账号或密码错误' })
    expect(await running.call('session.status', {})).toMatchObject({ state: 'signed-out' })
  })
  it('[C-356] starts with a token, whose grants a server may name authority only', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    const authority = [{ siteId: 9, menuItemDTOList: [] }]
    cms.on('api/cebest-cms/account/auto-login', () => ({ token: 't-9', username: 'auto', groupId: 2, authority }))
    await connect(running, cms.baseUrl)
    const status = await running.call('session.autoLogin', { token: 'good-token' })
    expect(status).toMatchObject({ username: 'auto', currentSiteId: 9, siteItemDTOList: authority })
  })
  it('does not start with an invalid token, or with none on a foreign server', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    const start = (token?: string) => running.call('session.autoLogin', token === undefined ? {} : { token })
    await expect(start('bad')).rejects.toMatchObject({ code: 'unauthorized', message: 'token无效' })
    await expect(start()).rejects.toMatchObject({ code: 'invalid' })
  })
  it('expires with the first answer 401, once, and the page is told', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    cms.on('api/cebest-cms/template/fileList', () => [])
    cms.tokens.clear()
    const calls = await Promise.allSettled([1, 2, 3].map(() => running.call('templateFile.list', { path: '' })))
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unauthorized' } })
    const told = () => running.events.filter((e) => JSON.stringify(e.payload).includes('"state":"expired"'))
    await vi.waitFor(() => expect(told()).toMatchObject([{ event: 'session.changed', payload: { username: '' } }]))
    expect(await running.call('session.status', {})).toMatchObject({ state: 'expired' })
  })
  it('expires as well when a download is refused with 401', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    const file = join(await tempFolder(), 'a.css')
    await writeFile(file, 'css')
    running.ports.answers.file = file
    cms.on('api/cebest-cms/template/downloadFile', () => null)
    await signIn(running, PASSWORD)
    cms.tokens.clear()
    const call = running.call('downloads.templateFile', { path: 'g', downloadFileName: 'a.css' })
    await expect(call).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await running.call('session.status', {})).toMatchObject({ state: 'expired' })
  })
  it('begins and ends even when nothing can be written down', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await mkdir(join(running.dataDir, 'session.json'))
    expect(await signIn(running, PASSWORD)).toMatchObject({ state: 'signed-in' })
    expect(await running.call('session.signOut', {})).toMatchObject({ state: 'signed-out' })
    expect(running.events.at(-1)).toMatchObject({ event: 'session.changed', payload: { state: 'signed-out' } })
  })
  it('ends with sign-out, here and on the server', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    expect(cms.tokens.size).toBe(1)
    expect(await running.call('session.signOut', {})).toMatchObject({ state: 'signed-out' })
    expect(cms.tokens.size).toBe(0)
  })
  it('ends here even when the server is gone', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    await cms.close()
    expect(await running.call('session.signOut', {})).toMatchObject({ state: 'signed-out' })
  })
  it('changes the current site only to one that the role may use', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    await expect(running.call('session.setCurrentSite', { siteId: 8 })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await running.call('session.setCurrentSite', { siteId: 7 })).toMatchObject({ currentSiteId: 7 })
  })
})

describe('a password that an administrator gave', () => {
  it('is changed with three encrypted texts, and the session then is as any other [C-264]', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    cms.on('api/cebest-cms/account/auto-login', () => {
      cms.tokens.add('given')
      const siteItemDTOList = [{ siteId: 7, menuItemDTOList: [] }]
      return { token: 'given', username: 'li', groupId: 3, siteItemDTOList, authority: [], mustChangePassword: true }
    })
    const status = await running.call('session.autoLogin', { token: 'good' })
    expect(status).toMatchObject({ state: 'signed-in', mustChangePassword: true })
    const form = { oldPassword: 'Given-1', newPassword: 'Mine-1234', reNewPassword: 'Mine-1234' }
    cms.on('api/cebest-cms/account/updatePassword', () => {
      throw new Envelope(400, '旧密码不正确')
    })
    await expect(running.call('session.changePassword', form)).rejects.toMatchObject({ message: '旧密码不正确' })
    expect(await running.call('session.status', {})).toMatchObject({ mustChangePassword: true })
    cms.on('api/cebest-cms/account/updatePassword', () => null)
    expect(await running.call('session.changePassword', form)).toMatchObject({ mustChangePassword: false })
    const sent = cms.requests.at(-1)
    expect(sent?.headers.authorization).toBe('given')
    expect(Object.keys(sent?.json ?? {})).toEqual(expect.arrayContaining(Object.keys(form)))
    expect(sent?.body.toString()).not.toMatch(/Given-1|Mine-1234/)
    expect(running.events.at(-1)).toMatchObject({ payload: { mustChangePassword: false } })
  })
})

describe('a second factor', () => {
  it('is sent as a code only when there is one, and the page is told what the server asks for', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    const fact = { kind: 'codeNeeded', imageCodeKey: 'solved', imageCodeValue: 'text' }
    const codes: unknown[] = []
    cms.on('api/cebest-cms/account/login', ({ json }) => {
      codes.push(json['factorCode'])
      if (json['factorCode'] !== '123456') throw new Envelope(403, '还需要两步验证码', { facts: fact })
      cms.tokens.add('second')
      return { token: 'second', username: 'li', groupId: 3, siteItemDTOList: [], mustSetUpFactor: true }
    })
    await expect(signIn(running, PASSWORD)).rejects.toMatchObject({ code: 'forbidden', details: { fact } })
    const form = { username: 'li', password: PASSWORD, imageCodeKey: 'solved', imageCodeValue: 'text' }
    const status = await running.call('session.signIn', { ...form, factorCode: '123456' })
    expect(status).toMatchObject({ state: 'signed-in', mustSetUpFactor: true })
    expect(codes).toEqual([undefined, '123456'])
    cms.on('api/cebest-cms/account/current', () => ({ username: 'li', groupId: 3, siteItemDTOList: [] }))
    expect(await running.call('session.refresh', {})).toMatchObject({ mustSetUpFactor: false })
    expect(await diskText(running.dataDir)).not.toContain('123456')
  })
})

describe('a role that is changed while its account works', () => {
  const CURRENT = 'api/cebest-cms/account/current'
  it('is asked for again when an answer says so, whichever it is, and the page is told', async () => {
    const cms = await runCms()
    cms.grants = '3.1'
    const host = await runHost()
    await connect(host, cms.baseUrl)
    await signIn(host, PASSWORD)
    const siteItemDTOList = [{ siteId: 9, menuItemDTOList: [{ menuId: 2, settingList: [] }] }]
    cms.on(CURRENT, () => ({ username: 'editor', groupId: 3, siteItemDTOList }))
    cms.on('api/cebest-cms/template/list', () => {
      throw new Envelope(403, '您没有“模板列表”的权限')
    })
    const list = () => host.call('template.list', {}).catch(() => null)
    const asked = () => cms.requests.filter(({ path }) => path === CURRENT).length
    await list()
    await list()
    expect(asked(), 'the grants of the sign-in still hold').toBe(0)
    cms.grants = '3.2'
    await Promise.all([list(), list(), list()])
    await vi.waitFor(async () => {
      expect(await host.call('session.status', {})).toMatchObject({ siteItemDTOList, currentSiteId: 9 })
    })
    await expect
      .poll(() => host.events.filter(({ event }) => event === 'session.changed').at(-1)?.payload)
      .toMatchObject({ siteItemDTOList })
    await list()
    expect(asked()).toBe(1)
  })
})

describe('a session after a restart', () => {
  it('goes on from the keychain, with what the role grants per site, with the server away too [C-271] [A-200] [A-201]', async () => {
    const [dataDir, secrets, cms] = [await tempFolder(), keychain(), await runCms()]
    const first = await runHost({ dataDir, ports: { secrets } })
    await connect(first, cms.baseUrl)
    const granted = await signIn(first, PASSWORD)
    await cms.close()
    const second = await runHost({ dataDir, ports: { secrets } })
    expect(await second.call('session.status', {})).toMatchObject({
      state: 'signed-in',
      username: 'editor',
      remembered: true,
      currentSiteId: 7,
      siteItemDTOList: granted.siteItemDTOList,
    })
    expect(granted.siteItemDTOList.length).toBeGreaterThan(0)
  })
  it('is asked of the server and ends when it has been revoked', async () => {
    const [dataDir, secrets, cms] = [await tempFolder(), keychain(), await runCms()]
    const first = await runHost({ dataDir, ports: { secrets } })
    await connect(first, cms.baseUrl)
    await signIn(first, PASSWORD)
    cms.tokens.clear()
    cms.on('api/cebest-cms/account/current', () => ({}))
    const second = await runHost({ dataDir, ports: { secrets } })
    await vi.waitFor(async () => {
      expect(await second.call('session.status', {})).toMatchObject({ state: 'expired' })
    })
  })
  it('goes to a site that the role may still use, when the server took the last one away', async () => {
    const [dataDir, secrets, cms] = [await tempFolder(), keychain(), await runCms()]
    const first = await runHost({ dataDir, ports: { secrets } })
    await connect(first, cms.baseUrl)
    expect(await signIn(first, PASSWORD)).toMatchObject({ currentSiteId: 7 })
    const siteItemDTOList = [{ siteId: 9, menuItemDTOList: [] }]
    cms.on('api/cebest-cms/account/current', () => ({ username: 'editor', groupId: 3, siteItemDTOList }))
    const second = await runHost({ dataDir, ports: { secrets } })
    await vi.waitFor(async () => {
      expect(await second.call('session.status', {})).toMatchObject({ siteItemDTOList, currentSiteId: 9 })
    })
  })
  it('asks to sign in, and shows the reason, when somebody removed its entry from the keychain', async () => {
    const [dataDir, cms] = [await tempFolder(), await runCms()]
    const first = await runHost({ dataDir, ports: { secrets: keychain() } })
    await connect(first, cms.baseUrl)
    await signIn(first, PASSWORD)
    const second = await runHost({ dataDir, ports: { secrets: keychain() } })
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-out', isTokenLost: true })
    await signIn(second, PASSWORD)
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-in', isTokenLost: false })
    await second.call('session.signOut', {})
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-out', isTokenLost: false })
  })
  it('opens by itself when a keychain that was locked at the start works again', async () => {
    const [dataDir, secrets, cms] = [await tempFolder(), keychain(), await runCms()]
    const first = await runHost({ dataDir, ports: { secrets } })
    await connect(first, cms.baseUrl)
    await signIn(first, PASSWORD)
    let isLocked = true
    const connectTo = () => (isLocked ? noKeychain.connect() : secrets.connect())
    const second = await runHost({ dataDir, ports: { secrets: { ...secrets, connect: connectTo } } })
    const signedOut = { state: 'signed-out', remembered: false, isTokenLost: false }
    expect(await second.call('session.status', {})).toMatchObject(signedOut)
    isLocked = false
    expect(await second.call('app.retryKeychain', {})).toEqual({ module: 'keytar', problem: '' })
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-in', username: 'editor' })
  })
  it('has ended without a keychain, and the page was told before', async () => {
    const [dataDir, cms] = [await tempFolder(), await runCms()]
    const first = await runHost({ dataDir, ports: { secrets: noKeychain } })
    await connect(first, cms.baseUrl)
    expect(await signIn(first, PASSWORD)).toMatchObject({ state: 'signed-in', remembered: false })
    const second = await runHost({ dataDir, ports: { secrets: noKeychain } })
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-out', remembered: false })
  })
})

describe('secrets', () => {
  it.each([
    ['a keychain', keychain()],
    ['none', noKeychain],
  ])('never reach the page, the log or the disk, with %s', async (_name, secrets) => {
    const [running, cms] = [await runHost({ ports: { secrets } }), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, 'wrong-password-1').catch(() => undefined)
    await signIn(running, PASSWORD)
    await running.call('templateFile.list', { path: '' }).catch(() => undefined)
    await running.call('session.status', {})
    const token = [...cms.tokens][0]
    expect(token).toMatch(/^token-/)
    const seen = `${running.crossed.join('\n')}\n${await diskText(running.dataDir)}`
    expect(seen).toContain('editor')
    for (const secret of [token, PASSWORD, 'wrong-password-1']) expect(seen).not.toContain(secret)
  })
})
