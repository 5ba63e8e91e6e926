import { beforeEach, describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '#shared/errors/index.ts'
import { anAttachment } from '#tests/fakes/uploads.ts'
import type { ApiClient } from '../types.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import { createTemplateFolders, register, UploadLostError } from './register.ts'

const SENT = anAttachment('a.zip', { id: 7, accessPath: '/files/sent.zip' })
const { signal } = new AbortController()
const record = (change: Partial<UploadRecord> = {}): UploadRecord => ({
  ...createUnsentProgress('attempt'),
  id: 'u1',
  connectionId: 'c1',
  username: 'me',
  target: { to: 'library', kind: 'image', siteId: 0 },
  name: 'a.zip',
  relativePath: 'a.zip',
  path: '/tmp/a.zip',
  owned: false,
  size: 10,
  stamp: 's',
  state: { step: 'open' },
  ...change,
})

let calls: string[]
let answers: Record<string, (input: never) => unknown>
let opened: () => unknown
/** A server of which the test says what it answers. */
const client = {
  async call(operation: string, input: never) {
    calls.push(`${operation} ${JSON.stringify(input)}`)
    return { data: await answers[operation]?.(input) }
  },
  async open(path: string) {
    calls.push(`open ${path}`)
    opened()
    return { stream: { destroy: () => undefined } }
  },
} as unknown as ApiClient
const fails =
  (code: ErrorCode, retryable = false) =>
  () => {
    throw new AppError(code, code, { retryable })
  }
beforeEach(() => {
  calls = []
  answers = {}
  opened = () => undefined
})
const run = (change: Partial<UploadRecord> = {}) =>
  register(client, createTemplateFolders(), record(change), SENT, signal)

describe('a file for the library', () => {
  const registered = anAttachment('a.zip', { id: 8 })
  const REGISTER = 'upload.register {"realName":"a.zip","accessPath":"/files/sent.zip"}'
  beforeEach(() => {
    answers['upload.register'] = () => registered
  })

  it('is registered under its name', async () => {
    expect(await run()).toBe(registered)
    expect(calls).toEqual([REGISTER])
  })
  it('is not registered twice: it is looked for among files of its name first', async () => {
    const same = { ...SENT, id: 7 }
    const others = [
      { ...SENT, id: 6 },
      { ...SENT, accessPath: '/files/other.zip' },
    ]
    answers['attachment.page'] = () => ({ content: [...others, same] })
    expect(await run({ registering: true })).toBe(same)
    expect(calls).toEqual(['attachment.page {"materialType":"image","key":"a.zip","page":1,"size":50}'])
    answers['attachment.page'] = () => ({ content: others })
    expect(await run({ registering: true })).toBe(registered)
  })
  it('is registered where the server can’t be asked for it, but not before it answers', async () => {
    answers['attachment.page'] = fails('forbidden')
    expect(await run({ registering: true })).toBe(registered)
    for (const failing of [fails('unauthorized'), fails('unavailable', true)]) {
      answers['attachment.page'] = failing
      calls = []
      await expect(run({ registering: true })).rejects.toBeInstanceOf(AppError)
      expect(calls).not.toContain(REGISTER)
    }
  })
  it('is sent again only when the server has forgotten it', async () => {
    answers['upload.register'] = fails('not-found')
    await expect(run()).rejects.toMatchObject({ code: 'not-found' })
    opened = fails('not-found')
    await expect(run()).rejects.toBeInstanceOf(UploadLostError)
    expect(calls.at(-1)).toBe('open /files/sent.zip')
    opened = fails('unavailable')
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' })
    calls = []
    answers['upload.register'] = fails('rejected')
    await expect(run()).rejects.toMatchObject({ code: 'rejected' })
    expect(calls).toEqual([expect.stringContaining('upload.register')])
  })
})

it('a file for a call is what was sent', async () => {
  const target = { to: 'call', kind: 'file' } as unknown as UploadRecord['target']
  expect(await run({ target })).toBe(SENT)
  expect(calls).toEqual([])
})

describe('a file for a template', () => {
  const target = { to: 'template', path: 't' } as UploadRecord['target']
  const entry = (name: string, size: number, folder = false) => ({ name, size, folder, file: !folder })

  it('is moved to its folder, which is made once for all its files', async () => {
    answers['templateFile.list'] = () => []
    const folders = createTemplateFolders()
    const file = (name: string) => record({ target, name, relativePath: `a/b/${name}` })
    await Promise.all(['1.css', '2.css'].map((name) => register(client, folders, file(name), SENT, signal)))
    expect(calls.filter((call) => call.startsWith('templateFile.newFolder'))).toEqual([
      'templateFile.newFolder {"path":"t","folderName":"a"}',
      'templateFile.newFolder {"path":"t/a","folderName":"b"}',
    ])
    expect(calls).toContain('templateFile.upload {"path":"t/a/b","realName":"1.css","accessPath":"/files/sent.zip"}')
    folders.invalidate(client)
    answers['templateFile.list'] = () => [entry('a', 0, true), entry('b', 0, true)]
    calls = []
    await register(client, folders, file('3.css'), SENT, signal)
    expect(calls.filter((call) => call.startsWith('templateFile.list'))).toHaveLength(2)
    expect(calls.filter((call) => call.startsWith('templateFile.newFolder'))).toEqual([])
  })
  it('is moved when another client creates its folder at the same time; an impossible folder is an error that can be retried', async () => {
    const folders = createTemplateFolders()
    const file = record({ target, relativePath: 'a/a.zip' })
    let looks = 0
    answers['templateFile.list'] = () => ((looks += 1) > 1 ? [entry('a', 0, true)] : [])
    answers['templateFile.newFolder'] = fails('conflict')
    expect(await register(client, folders, file, SENT, signal)).toBeNull()
    folders.invalidate(client)
    answers['templateFile.list'] = () => [entry('a', 0)]
    await expect(register(client, folders, file, SENT, signal)).rejects.toMatchObject({ code: 'conflict' })
    answers['templateFile.newFolder'] = () => undefined
    expect(await register(client, folders, file, SENT, signal)).toBeNull()
  })
  it('that an earlier try has moved there is done', async () => {
    answers['templateFile.upload'] = fails('not-found')
    answers['templateFile.list'] = ({ path }: { path: string }) => (path === 't' ? [entry('a.zip', 10)] : [])
    expect(await run({ target, registering: true })).toBeNull()
    for (const other of [entry('b.zip', 10), entry('a.zip', 11), entry('a.zip', 10, true)]) {
      answers['templateFile.list'] = () => [other]
      await expect(run({ target, registering: true })).rejects.toMatchObject({ code: 'not-found' })
    }
    answers['templateFile.list'] = () => [entry('a.zip', 10)]
    await expect(run({ target })).rejects.toMatchObject({ code: 'not-found' })
  })
})
