import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keychain } from '#tests/fakes/secrets.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { connect, runCms, runHost, type RunningHost, signIn, tempFolder } from './harness.ts'

/** A host on which an administrator has set this. */
const managed = (values: Record<string, unknown>, more: Parameters<typeof runHost>[0] = {}): Promise<RunningHost> =>
  runHost({ ...more, policies: async () => [{ origin: '/etc/sitecraft/policy.json', values }] })

it('gives servers and lets no others be used, changed or removed', async () => {
  const cms = await runCms()
  const other = await runCms()
  const dataDir = await tempFolder()
  const before = await runHost({ dataDir })
  const old = await connect(before, other.baseUrl)
  await before.host.close()

  const running = await managed(
    { Servers: [`总部|${cms.baseUrl}`], ServersLocked: true, BuiltinServer: false },
    { dataDir },
  )
  const { connections, managed: says } = await running.call('connections.list', {})
  expect(connections.map(({ name, kind }) => [name, kind])).toEqual([['总部', 'remote']])
  const id = connections[0]?.id ?? ''
  expect(says).toEqual({ ids: [id], locked: true, builtin: false })
  const form = { name: '别的', baseUrl: other.baseUrl }
  await expect(running.call('connections.save', form)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(running.call('connections.test', form)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(running.call('connections.save', { ...form, id })).rejects.toMatchObject({
    message: expect.stringContaining('由管理员设置'),
  })
  await expect(running.call('connections.remove', { id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(running.call('connections.use', { id: old })).rejects.toMatchObject({ code: 'not-found' })
  await expect(running.call('connections.use', { id: 'builtin' })).rejects.toMatchObject({ code: 'not-found' })
  expect((await running.call('session.status', {})).state).toBe('none')
  await running.call('connections.use', { id })
  await signIn(running, PASSWORD)
  expect((await running.call('session.status', {})).state).toBe('signed-in')
})

it('leaves a program usable whose servers are locked to nothing', async () => {
  const running = await managed({ Servers: ['nonsense'], ServersLocked: true })
  expect((await running.call('connections.list', {})).connections.map(({ id }) => id)).toEqual(['builtin'])
  const { problems } = await running.call('policy.status', {})
  expect(problems).toEqual([
    expect.objectContaining({ name: 'Servers', title: '服务器', text: expect.stringContaining('第 1 行') }),
  ])
})

it('ends sessions with the program when they are not to be kept', async () => {
  const cms = await runCms()
  const dataDir = await tempFolder()
  const secrets = keychain()
  for (const [values, state] of [
    [{ KeepSignIn: false }, 'signed-out'],
    [{}, 'signed-in'],
  ] as const) {
    const first = await managed(values, { dataDir, ports: { secrets } })
    await first.call('connections.list', {})
    const { connections } = await first.call('connections.list', {})
    const id = connections.find(({ kind }) => kind === 'remote')?.id ?? (await connect(first, cms.baseUrl))
    await first.call('connections.use', { id })
    await signIn(first, PASSWORD)
    await first.host.close()
    const second = await managed(values, { dataDir, ports: { secrets } })
    const status = await second.call('session.status', {})
    expect(status.state === 'signed-in').toBe(state === 'signed-in')
    await second.host.close()
  }
})

it('limits uploads, whatever was chosen', async () => {
  const cms = await runCms()
  const running = await managed({ UploadLimitKbps: 2048, UploadMaxFileMb: 1 })
  expect((await running.call('settings.get', {})).uploadLimitKbps).toBe(2048)
  await expect(running.call('settings.set', { uploadLimitKbps: 0 })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await running.call('settings.set', { theme: 'dark' })).uploadLimitKbps).toBe(2048)
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  const path = join(running.dataDir, 'large.zip')
  await writeFile(path, Buffer.alloc(1024 * 1024 + 1))
  const grant = running.host.grants.issue(path)
  const { refused } = await running.call('uploads.add', { grants: [grant], target: { to: 'library', kind: 'file' } })
  expect(refused).toEqual([{ name: 'large.zip', message: '文件大于管理员允许的 1 MB' }])
})

it('switches updates off or on, whatever was chosen', async () => {
  for (const [Updates, updateMode] of [
    ['off', 'off'],
    ['on', 'auto'],
  ] as const) {
    const running = await managed({ Updates })
    expect((await running.call('settings.get', {})).updateMode).toBe(updateMode)
    await expect(running.call('settings.set', { updateMode: 'ask' })).rejects.toMatchObject({ code: 'forbidden' })
    await running.host.close()
  }
})

it('lets only the allowed folders be synchronised', async () => {
  const allowed = await tempFolder()
  await mkdir(join(allowed, 'in'))
  const cms = await runCms()
  const running = await managed({ SyncFolders: [allowed] })
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  const plan = (path: string) =>
    running.call('workspaces.plan', { grant: running.host.grants.issue(path), folder: 't1', templateName: 't' })
  await expect(plan(await tempFolder())).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining(allowed),
  })
  await expect(plan(`${allowed}-beside`)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(plan(join(allowed, 'in'))).rejects.not.toMatchObject({ code: 'forbidden' })
})

it('holds the proxy, and says which fields are not to be changed', async () => {
  const running = await managed({ ProxyMode: 'manual', ProxyAddress: 'http://proxy.example.com:8080' })
  const saved = await running.call('network.save', { mode: 'direct', exceptions: 'a.example.com' })
  expect(saved).toMatchObject({
    form: { mode: 'manual', address: 'http://proxy.example.com:8080', exceptions: 'a.example.com' },
    managed: ['mode', 'address'],
  })
})
