import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApiClient } from '#services/api/client.ts'
import type { ApiClient } from '#services/types.ts'
import type { Template } from '#shared/contract/template.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

let server: TestServer
let admin: TestClient
let desk: SyncHarness
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterEach(() => desk.close())
afterAll(() => server.close())

const FILES = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`css/${n}.css`, `body ${n}`]))

function client(): ApiClient {
  const connection = { id: 'c1', name: '', kind: 'builtin', baseUrl: server.url, pathMap: {}, certificate: '' } as const
  return createApiClient({ connection: () => connection, token: () => admin.token, log: memoryLog() })
}
/** A template and a workspace of it, in step. */
async function connected(): Promise<{ template: Template; id: string }> {
  const template = await buildTemplate(admin, { files: FILES })
  desk = await openSyncHarness(null, {}, fakeSessions(client))
  const { planId } = await desk.plan(desk.root, template.folder)
  const { id } = await desk.service.handlers['workspaces.connect']({ planId })
  await idle()
  return { template, id }
}
const idle = (): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0, halt: null }))
/** Path → hash of the files on the server. */
async function hashes(folder: string): Promise<Record<string, string>> {
  const { entries } = await admin.ok('templateSync.manifest', { folder })
  return Object.fromEntries(entries.filter(({ kind }) => kind === 'file').map(({ path, sha256 }) => [path, sha256]))
}
const rename = async (template: Template, folder: string): Promise<void> => {
  const { version } = await admin.ok('template.findById', { id: template.id })
  await admin.ok('template.save', { id: template.id, name: template.name, folder, version })
}
const trash = async () => desk.service.handlers['workspaces.trash']({ id: (await desk.view()).id })

test('[S17] [S19] a template whose folder is renamed on the server: says so, loses nothing, goes on when agreed to', async () => {
  const { template, id } = await connected()
  const [old, folder] = [template.folder, `${template.folder}-new`]
  const before = await hashes(old)
  await rename(template, folder)
  await desk.write('css/0.css', 'edited meanwhile')
  await desk.remove('css/1.css')
  await until(async () => expect((await desk.view()).renamedTo).toEqual({ folder, name: template.name }))
  const { state, message } = await desk.view()
  expect([state, message]).toEqual(['failed', expect.stringContaining(`已从“${old}”改名为“${folder}”`)])
  expect(await hashes(folder)).toEqual(before)
  expect(await desk.read('css/0.css')).toBe('edited meanwhile')

  // Found again by a program that was started after it.
  await desk.restart()
  await until(async () => expect((await desk.view()).renamedTo).toEqual({ folder, name: template.name }))

  const { handlers } = desk.service
  const plan = await handlers['workspaces.plan']({ folder, templateName: template.name, workspace: id })
  expect(plan.items.filter(({ action }) => action !== 'adopt').map(({ action, path }) => `${action} ${path}`)).toEqual([
    'upload css/0.css',
    'delete-remote css/1.css',
  ])
  await handlers['workspaces.connect']({ planId: plan.planId })
  await until(async () => expect(Object.keys(await hashes(folder))).toHaveLength(5))
  await idle()
  expect(await desk.view()).toMatchObject({ id, folder, renamedTo: null, localPath: desk.root })
  expect((await hashes(folder))['css/0.css']).not.toBe(before['css/0.css'])
  expect((await trash()).map(({ path }) => path)).toEqual(['css/1.css'])
})

test('[S17] [S19] another template under the old folder is not taken for this one, while running or after a start', async () => {
  const { template } = await connected()
  await rename(template, `${template.folder}-gone`)
  await admin.ok('template.deleteByIdList', [template.id])
  const other = await buildTemplate(admin, {
    folder: template.folder,
    name: '新来的',
    files: { 'other.css': 'theirs' },
  })
  const halted = () =>
    until(async () => {
      const { state, message, renamedTo } = await desk.view()
      expect([state, renamedTo]).toEqual(['failed', null])
      expect(message).toContain('现在是另一个模板“新来的”')
      expect(message).toContain('没有删除任何本地文件')
    })
  await halted()
  await desk.restart()
  await halted()
  expect(await desk.texts()).toEqual(FILES)
  expect(Object.keys(await hashes(other.folder))).toEqual(['other.css'])
  expect(await trash()).toEqual([])
})

test('[S17] [S19] a template that is deleted on the server stops in order, and goes on by itself when it is restored', async () => {
  const { template } = await connected()
  await admin.ok('template.deleteByIdList', [template.id])
  await desk.write('css/0.css', 'edited meanwhile')
  await until(async () => expect((await desk.view()).message).toContain('模板回收站'))
  expect((await desk.view()).state).toBe('failed')
  expect(Object.keys(await desk.texts())).toHaveLength(6)
  await admin.ok('template.restore', [template.id])
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await idle()
  expect(requireValue((await hashes(template.folder))['css/0.css'], 'its hash')).not.toBe('')
  expect(await trash()).toEqual([])
})
