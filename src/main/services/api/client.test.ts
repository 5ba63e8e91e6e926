import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '#shared/contract/host.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { NO_RESPONSE_MESSAGE } from '#shared/errors/envelope.ts'
import { selfSigned } from '#tests/fakes/certificate.ts'
import { Envelope, startCms, type Cms } from '#tests/fakes/cms.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { NOT_AN_API } from './readAnswer.ts'
import { createApiClient, timeoutOf } from './client.ts'
import { createSingleChunk } from './singleChunk.ts'
import { createChunkBody } from './uploadChunk.ts'

const TOKEN = 'the-admin-token'
const LIST = 'api/cebest-cms/template/fileList'
let cms: Cms
let log: ReturnType<typeof memoryLog>
let folder: string

const connectionTo = (baseUrl: string, change: Partial<Connection> = {}): Connection => ({
  id: 'c1',
  name: '外部',
  kind: 'remote',
  baseUrl,
  pathMap: {},
  certificate: '',
  ...change,
})
const clientOf = (change: Partial<Connection> = {}, token: string | null = TOKEN) =>
  createApiClient({ connection: () => connectionTo(cms.baseUrl, change), token: () => token, log })
const lastRequest = () => {
  const last = cms.requests.at(-1)
  if (!last) throw new Error('no request arrived')
  return last
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  cms = await startCms()
  cms.tokens.add(TOKEN)
  log = memoryLog()
})
afterEach(() => cms.close())

describe('a call', () => {
  it('[A-216] [A-218] [A-219] carries the token in the authorization header and channel pc in the payload', async () => {
    cms.on(LIST, () => [])
    await clientOf().call('templateFile.list', { path: 'group/css' })
    expect(lastRequest()).toMatchObject({ method: 'POST', json: { path: 'group/css', channel: 'pc' } })
    expect(lastRequest().headers.authorization).toBe(TOKEN)
    expect(lastRequest().headers['user-agent']).toMatch(/^Sitecraft \(\w+\)$/)
  })
  it('[A-219] leaves the channel out when it is null, and keeps another one', async () => {
    cms.on(LIST, () => [])
    const list = (channel: unknown) => clientOf().call('templateFile.list', Object.assign({ path: '' }, { channel }))
    await list(null)
    expect(lastRequest().json).not.toHaveProperty('channel')
    await list('app')
    expect(lastRequest().json).toMatchObject({ channel: 'app' })
  })
  it('puts the id into the path and the rest of a GET into the query', async () => {
    cms.on('api/cms/menu/findById/42', () => 'no column')
    await expect(clientOf().call('column.findById', { id: 42 })).rejects.toMatchObject({ code: 'bad-answer' })
    expect(lastRequest()).toMatchObject({ method: 'GET', path: 'api/cms/menu/findById/42' })
    expect(lastRequest().query.toString()).toBe('channel=pc')
  })
  it('sends lists of ids as the documents write them', async () => {
    cms.on('api/cebest-cms/template/deleteByIdList', () => 'whatever they answer')
    const answer = await clientOf().call('template.deleteByIdList', [{ id: 3 }])
    expect(JSON.parse(lastRequest().body.toString())).toEqual([{ id: 3 }])
    expect(answer).toEqual({ data: null, code: 200, msg: '' })
  })
  it('takes the path of the path map', async () => {
    cms.on('v2/files', () => [])
    await clientOf({ pathMap: { 'templateFile.list': '/v2/files' } }).call('templateFile.list', { path: '' })
    expect(lastRequest().path).toBe('v2/files')
  })
  it('refuses a wrong input before anything is sent, with all rules that it breaks', async () => {
    const call = clientOf().call('template.save', { name: '', folder: '../x' })
    await expect(call).rejects.toMatchObject({
      code: 'invalid',
      message: '请输入站点名称',
      details: { issues: [{ field: 'name' }, { field: 'folder' }] },
    })
    expect(cms.requests).toHaveLength(0)
  })
})

describe('an answer', () => {
  const list = () => clientOf().call('templateFile.list', { path: '' })
  it.each([1, 200, 400006])('[A-284] with code %i passes, with its message', async (code) => {
    cms.on(LIST, () => {
      throw new Envelope(code, '好', [])
    })
    await expect(list()).resolves.toEqual({ data: [], code, msg: '好' })
  })
  it.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [400045, 'captcha'],
    [400050, 'rejected'],
    [777, 'rejected'],
  ])('[A-285] with code %i is the error %s with the server’s own words', async (code, error) => {
    cms.on(LIST, () => {
      throw new Envelope(code, '服务器的话')
    })
    await expect(list()).rejects.toMatchObject({ code: error, message: '服务器的话', details: { serverCode: code } })
  })
  it('of a foreign server may have more fields, and missing ones are mended and logged', async () => {
    cms.on(LIST, () => [{ name: 'a.css', path: 'g/a.css', file: 1, folder: false, zip: null, extra: true }])
    const { data } = await list()
    expect(data).toEqual([
      { name: 'a.css', path: 'g/a.css', file: true, folder: false, zip: false, size: 0, updateTime: '' },
    ])
    expect(log.lines.join()).toContain('0.size: number')
  })
  it('that can’t be used says that the address is wrong', async () => {
    cms.on(LIST, () => 'no list')
    await expect(list()).rejects.toMatchObject({ code: 'bad-answer', message: NOT_AN_API })
  })
  it.each([
    ['html', 'bad-answer', NOT_AN_API],
    ['cut', 'no-response', NO_RESPONSE_MESSAGE],
    ['unavailable', 'unavailable', '服务器暂时不可用（503），请稍后再试'],
  ] as const)('that is %s is the error %s', async (mood, code, message) => {
    cms.mood = mood
    await expect(list()).rejects.toMatchObject({ code, message })
  })
})

describe('no answer', () => {
  it('[A-286] says so with the documents’ words when nobody listens', async () => {
    const client = clientOf()
    await cms.close()
    await expect(client.call('templateFile.list', { path: '' })).rejects.toMatchObject({
      code: 'no-response',
      message: NO_RESPONSE_MESSAGE,
      details: { fact: { kind: 'request', cause: 'ECONNREFUSED' } },
    })
    cms = await startCms()
  })
  it('is a timeout when the server stays silent', async () => {
    cms.mood = 'silent'
    const call = clientOf().call('templateFile.list', { path: '' }, { timeoutMs: 50 })
    await expect(call).rejects.toMatchObject({ code: 'timeout', retryable: true })
  })
  it('gives archives, copies of whole templates and what asks other servers minutes, all else half a minute', () => {
    // Sheets, whose number grows with the areas, count among them.
    const slow = apiNames.filter(
      (name) => timeoutOf(operations[name]) > 60_000 && !/sheet|importData|outputData/i.test(name),
    )
    expect(slow.toSorted()).toEqual([
      'analytics.getData',
      'column.copy',
      'contentImport.report',
      'emailChannel.save',
      'emailSend.trial',
      'member.personalData',
      'publishCdn.test',
      'publishTarget.readHostKey',
      'publishTarget.test',
      'siteArchive.import',
      'siteArchive.look',
      'template.copy',
      'templateDraft.changes',
      'templateDraft.create',
      'templateDraft.discard',
      'templateDraft.publish',
      'templateFile.importZip',
      'templateFile.unzip',
      'templateMoment.files',
      'templateMoment.restore',
      'templateSync.manifest',
      'webhook.test',
    ])
    expect(timeoutOf(operations['template.list'])).toBe(30_000)
  })
  it('is cancelled by the caller’s signal', async () => {
    cms.mood = 'silent'
    const abort = new AbortController()
    const call = clientOf().call('templateFile.list', { path: '' }, { signal: abort.signal })
    abort.abort()
    await expect(call).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('a self-signed certificate', () => {
  it('is refused until exactly this one is accepted', async () => {
    const mine = selfSigned()
    const other = selfSigned()
    const server = await startCms(mine)
    const key = (certificate: string) =>
      createApiClient({ connection: () => connectionTo(server.baseUrl, { certificate }), token: () => null, log }).call(
        'rsa.publicKey',
        {},
      )
    try {
      await expect(key('')).rejects.toMatchObject({ code: 'bad-certificate' })
      await expect(key(other.fingerprint)).rejects.toMatchObject({ code: 'bad-certificate' })
      expect(server.requests).toHaveLength(0)
      await expect(key(mine.fingerprint)).resolves.toMatchObject({ code: 200 })
    } finally {
      await server.close()
    }
  })
})

describe('an upload', () => {
  const attachment = {
    id: 1,
    oldName: '图.png',
    accessPath: '/f/1.png',
    extension: 'png',
    size: 5,
    imageWidth: 0,
    imageHeight: 0,
  }
  it('[A-275] [A-276] [A-279] [A-280] is one multipart chunk with its parameters, the hash and the token', async () => {
    const path = join(folder, 'raw')
    await writeFile(path, 'bytes')
    cms.on('api/upload/image', () => attachment)
    const sent: number[] = []
    const answer = await clientOf().upload(
      'image',
      { path, name: '图.png' },
      { dir: 'image', onProgress: (n) => sent.push(n) },
    )
    expect(answer).toEqual(attachment)
    const { headers, body } = lastRequest()
    expect(headers.authorization).toBe(TOKEN)
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    expect(Object.fromEntries([...form].filter(([name]) => name !== 'file'))).toEqual({
      chunkNumber: '1',
      chunkSize: '5',
      currentChunkSize: '5',
      totalSize: '5',
      totalChunks: '1',
      identifier: '5-图.png',
      filename: '图.png',
      relativePath: '图.png',
      dir: 'image',
      fileMd5: createHash('sha512').update('bytes').digest('hex'),
    })
    const file = form.get('file')
    expect(file instanceof File && [file.name, await file.text()]).toEqual(['图.png', 'bytes'])
    expect(sent).toEqual([5])
  })
  it('of an empty file stays empty', async () => {
    const path = join(folder, 'empty')
    await writeFile(path, '')
    cms.on('api/upload/file', () => attachment)
    await clientOf().upload('file', { path, name: 'empty.css' })
    expect(lastRequest().body.toString()).toContain('name="totalSize"\r\n\r\n0\r\n')
  })
  it('[A-168] above 100 MB sends the placeholder instead of a hash', async () => {
    const path = join(folder, 'big')
    await writeFile(path, '')
    await truncate(path, 100 * 1024 * 1024 + 1)
    const { parameters } = await createSingleChunk({ path, name: 'big.mp4' }, { dir: 'video' })
    expect(parameters.fileMd5).toBe(HASH_PLACEHOLDER)
  })
})

describe('a file that can’t be read', () => {
  it('is an error when the body is shorter than announced, without waiting for the rest', async () => {
    const path = join(folder, 'shrinks')
    await writeFile(path, 'x'.repeat(5000))
    const { body } = createChunkBody(await createSingleChunk({ path, name: 'a.css' }, { dir: 'file' }))
    await truncate(path, 10)
    await expect(text(body)).rejects.toThrow('shorter')
  })
  it('[A-167] is only logged while the file is hashed, and reported when the file is sent', async () => {
    cms.on('api/upload/file', () => null)
    // A folder: it can be found, but not read.
    const sent = clientOf().upload('file', { path: folder, name: 'a.zip' })
    await expect(sent).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('读取文件失败') as string,
    })
    expect(log.lines.join()).toContain('upload goes on without its hash')
  })
})

describe('open', () => {
  it('streams a file of the server and says what it is', async () => {
    cms.serveFile('upload/a.txt', Buffer.from('hello'), 'text/plain')
    const { stream, size, type } = await clientOf().open('upload/a.txt')
    expect([await text(stream), size, type]).toEqual(['hello', 5, 'text/plain'])
  })
  it('gives the token to the connected server only', async () => {
    const elsewhere = await startCms()
    elsewhere.serveFile('x', Buffer.from('x'), 'text/plain')
    try {
      await text((await clientOf().open(`${elsewhere.baseUrl}/x`, { allowsOtherServers: true })).stream)
      expect(elsewhere.requests[0]?.headers.authorization).toBeUndefined()
      await expect(clientOf().open(`${elsewhere.baseUrl}/x`)).rejects.toMatchObject({ code: 'forbidden' })
      expect(elsewhere.requests).toHaveLength(1)
    } finally {
      await elsewhere.close()
    }
  })
  it('says when the file is gone', async () => {
    await expect(clientOf().open('upload/none')).rejects.toMatchObject({ code: 'not-found' })
  })
  it('opens nothing but http addresses', async () => {
    for (const address of ['file:///etc/passwd', 'http://[']) {
      await expect(clientOf().open(address)).rejects.toMatchObject({ code: 'invalid', message: '下载地址无效' })
    }
  })
})
