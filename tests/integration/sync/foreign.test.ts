import { mkdir, rename } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiClient } from '#services/api/client.ts'
import { nameOf, parentOf } from '#services/sync/core/tree.ts'
import { startCms, type Cms } from '#tests/fakes/cms.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

/** What a foreign server holds: path → text. It knows the documented calls only. */
const files = new Map<string, string>()
let revision = 0
const write = (path: string, text: string): void => {
  files.set(path, text)
  revision += 1
}
/** Answers `data` of fileList for a folder of the template `site`. */
let list: (folder: string) => unknown
/** Bytes of a download. */
let bytesOf: (path: string) => string
let cms: Cms
let desk: SyncHarness
const relative = (path: unknown): string => String(path).replace(/^site\/?/, '')
const listed = (folder: string): object[] => {
  const entry = (name: string, folder: boolean) => {
    const size = folder ? 0 : (files.get(name)?.length ?? 0)
    return { name: nameOf(name), path: name, folder, file: !folder, zip: false, size, updateTime: `r${revision}` }
  }
  const here = [...files.keys()].filter((path) => parentOf(path) === folder).map((path) => entry(path, false))
  const folders = new Set([...files.keys()].map(parentOf).filter((path) => path !== '' && parentOf(path) === folder))
  return [...here, ...[...folders].map((path) => entry(path, true))]
}

beforeEach(async () => {
  files.clear()
  list = listed
  bytesOf = (path) => files.get(path) ?? ''
  cms = await startCms()
  cms.tokens.add('t')
  const call = 'api/cebest-cms/template/'
  cms.on(`${call}fileList`, ({ json }) => list(relative(json.path)))
  cms.on(`${call}downloadFile`, ({ json }) => {
    const path = `${relative(json.path)}/${String(json.downloadFileName)}`.replace(/^\//, '')
    cms.serveFile(`files/${path}`, Buffer.from(bytesOf(path)), 'text/css')
    return `files/${path}`
  })
  cms.on(`${call}deleteFile`, ({ json }) => {
    files.delete(`${relative(json.path)}/${String(json.deleteFileName)}`.replace(/^\//, ''))
    return null
  })
  for (const path of ['a.css', 'b.css', 'c.css', 'sub/d.css', 'sub/e.css']) write(path, `body of ${path}`)
  const connection = { id: 'c1', name: '', kind: 'remote', baseUrl: cms.baseUrl, pathMap: {}, certificate: '' } as const
  const client = createApiClient({ connection: () => connection, token: () => 't', log: memoryLog() })
  desk = await openSyncHarness(
    null,
    {},
    fakeSessions(() => client),
  )
  await desk.connect()
  await until(async () => expect(await desk.texts()).toEqual(Object.fromEntries(files)))
  await until(async () => expect((await desk.view()).state).toBe('idle'))
})
afterEach(async () => {
  await desk.close()
  await cms.close()
})
const lists = (): number => cms.requests.filter(({ path }) => path.endsWith('fileList')).length

test.each([
  ['null', null],
  ['an object', { total: 0 }],
  ['text', ''],
  ['entries without a name', [{ folder: false, file: true }]],
])('[S19] a subfolder’s list that is %s is an error: nothing is deleted on either side', async (_title, data) => {
  const all = Object.fromEntries(files)
  list = (folder) => (folder === 'sub' ? data : listed(folder))
  await desk.remove('a.css')
  await until(async () => expect((await desk.view()).state).toBe('failed'))
  const before = lists()
  await until(() => lists() > before + 4)
  expect(await desk.texts()).toMatchObject({ 'sub/d.css': 'body of sub/d.css', 'sub/e.css': 'body of sub/e.css' })
  expect(Object.fromEntries(files)).toEqual(all)
  list = listed
  await until(() => expect([...files.keys()]).not.toContain('a.css'))
  expect(Object.keys(await desk.texts())).toHaveLength(4)
})

test('[S29] an empty download of a file that has a size is an error and replaces nothing', async () => {
  bytesOf = () => ''
  write('a.css', 'edited there')
  await until(async () => expect((await desk.view()).message).toContain('内容为空'))
  expect(await desk.read('a.css')).toBe('body of a.css')
  bytesOf = (path) => files.get(path) ?? ''
  await until(async () => expect(await desk.read('a.css')).toBe('edited there'))
})

test('what a server really emptied is emptied here, and the old content is in the trash', async () => {
  write('a.css', '')
  await until(async () => expect(await desk.read('a.css')).toBe(''))
  const { id } = await desk.view()
  await until(async () =>
    expect(await desk.service.handlers['workspaces.trash']({ id })).toMatchObject([{ path: 'a.css', side: 'local' }]),
  )
})

test('[S17] a missing folder stops the sync also while the server’s files change; put back, it goes on by itself', async () => {
  await rename(desk.root, `${desk.root}-away`)
  write('a.css', 'edited there')
  await until(async () => expect(await desk.view()).toMatchObject({ halt: { kind: 'local-root-missing' } }))
  expect((await desk.view()).state).toBe('halted')
  write('b.css', 'edited there, too')
  await rename(`${desk.root}-away`, desk.root)
  await until(async () => expect(await desk.texts()).toEqual(Object.fromEntries(files)))
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', halt: null }))
})

test('[S17] a folder that is gone for good is made again from the server in a new place', async () => {
  const all = Object.fromEntries(files)
  await rename(desk.root, `${desk.root}-away`)
  await until(async () => expect((await desk.view()).state).toBe('halted'))
  for (const choice of ['restore', 'proceed'] as const) {
    await expect(desk.answer(choice)).rejects.toThrow('选择新位置')
  }
  await mkdir(`${desk.root}-new`)
  await desk.moveTo(`${desk.root}-new`)
  await until(async () => expect(await desk.texts()).toEqual(all))
  expect(Object.fromEntries(files)).toEqual(all)
})
