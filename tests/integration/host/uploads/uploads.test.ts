import { randomBytes } from 'node:crypto'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { pngOf } from '#tests/builders/upload.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { connect, runCms, runHost, signIn, tempFolder } from '../harness.ts'
import { LIBRARY, library, MB, openUploadHarness, sha512 } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('an upload to our own server', () => {
  it('[A-166] [B-216] [A-279] [P11] [P16] is hashed, sent raw in one piece when small, and registered once', async () => {
    const desk = await openUploadHarness(server)
    const content = randomBytes(5000)
    const [task] = await desk.upload([await desk.file('说明书.zip', content)])
    const { state, sent } = await desk.reaches(task?.id ?? '', 'done')
    expect([state, sent]).toMatchObject([{ attachment: { oldName: '说明书.zip', size: 5000 } }, 5000])
    expect(await library(server, '说明书.zip')).toEqual([
      { oldName: '说明书.zip', size: 5000, sha512: sha512(content), isRegistered: 1 },
    ])
    const [sending] = desk.proxy.seen.filter(({ path }) => path === 'api/upload/file')
    expect([sending?.type, sending?.query.get('fileMd5')]).toEqual(['application/octet-stream', sha512(content)])
    // Our own server registers it as it takes it (docs/decisions/010); a foreign one is told, see registerOnce.test.ts.
    expect(sending?.query.get('register')).toBe('1')
    expect(desk.proxy.seen.filter(({ path }) => path.endsWith('attachment/register'))).toHaveLength(0)
    await desk.expectNothingLeft()
    await desk.running.call('uploads.clear', {})
    expect((await desk.running.call('uploads.list', {})).tasks).toEqual([])
  })
  it('[P1] [P4] [P17] goes in chunks of 16 MB, the last one longer', async () => {
    const desk = await openUploadHarness(server)
    const content = randomBytes(40 * MB)
    const [task] = await desk.upload([await desk.file('大.zip', content)])
    await desk.reaches(task?.id ?? '', 'done')
    expect(desk.chunks()).toEqual(['POST 1', 'POST 2'])
    expect(await library(server, '大.zip')).toMatchObject([{ size: 40 * MB, sha512: sha512(content), isRegistered: 1 }])
    await desk.expectNothingLeft()
  })
  it('[A-168] [P11] above 100 MB says the placeholder, and the real hash with the last chunk', async () => {
    const desk = await openUploadHarness(server)
    const path = await desk.file('视频.zip', '')
    await truncate(path, 101 * MB)
    const [task] = await desk.upload([path])
    await desk.reaches(task?.id ?? '', 'done')
    const real = sha512(Buffer.alloc(101 * MB))
    const sent = desk.proxy.seen.filter(({ path: to }) => to === 'api/upload/file').map(({ query }) => query)
    expect(new Set(sent.map((query) => query.get('fileMd5')))).toEqual(new Set([HASH_PLACEHOLDER]))
    expect(sent.at(-1)?.get('sha512')).toBe(real)
    expect(await library(server, '视频.zip')).toMatchObject([{ sha512: real, isRegistered: 1 }])
  })
  it('[P10] [P13] keeps files of one name and size apart, the same file twice, and one of no bytes', async () => {
    const desk = await openUploadHarness(server)
    const other = await tempFolder()
    const [one, two] = [randomBytes(3000), randomBytes(3000)]
    await writeFile(join(other, '甲.zip'), two)
    const same = await desk.file('甲.zip', one)
    const tasks = await desk.upload([same, join(other, '甲.zip'), same, await desk.file('空.css', '')])
    for (const { id } of tasks) await desk.reaches(id, 'done')
    const hashes = (await library(server, '甲.zip')).map((row) => row.sha512)
    expect(hashes.toSorted()).toEqual([sha512(one), sha512(one), sha512(two)].toSorted())
    expect(await library(server, '空.css')).toMatchObject([{ size: 0, isRegistered: 1 }])
  })
  it('takes over what a browser tab streamed, with a name of 255 Chinese characters', async () => {
    const desk = await openUploadHarness(server)
    const spool = await tempFolder()
    await writeFile(join(spool, 'content'), pngOf(2, 3))
    const name = `${'图'.repeat(251)}.png`
    const grant = desk.running.host.grants.issueSpooled(join(spool, 'content'), name)
    const { tasks } = await desk.running.call('uploads.add', { grants: [grant], target: { ...LIBRARY, kind: 'image' } })
    const { state } = await desk.reaches(tasks[0]?.id ?? '', 'done')
    expect(state).toMatchObject({ attachment: { oldName: name, imageWidth: 2, imageHeight: 3 } })
    await desk.expectNothingLeft()
    const long = desk.running.host.grants.issueSpooled(join(spool, 'content'), `${'图'.repeat(252)}.png`)
    const { refused } = await desk.running.call('uploads.add', { grants: [long], target: LIBRARY })
    expect(refused).toMatchObject([{ message: expect.stringContaining('255') as string }])
  })
})

describe('an upload into a template', () => {
  it('[A-281] brings a dropped folder with its folders; links are refused, not followed', async () => {
    const desk = await openUploadHarness(server)
    const { content } = await desk.running.call('template.list', {})
    const template = content[0]?.folder ?? ''
    await mkdir(join(desk.folder, '素材', '图', '深'), { recursive: true })
    await desk.file('素材/a.css', 'a{}')
    await desk.file('素材/图/深/b.js', 'b()')
    await desk.file('素材/.DS_Store', 'x')
    await desk.file('素材/坏.exe', 'MZ')
    await symlink(join(desk.folder, '素材/a.css'), join(desk.folder, '素材/链接.css'))
    const grant = desk.running.host.grants.issue(join(desk.folder, '素材'))
    const { tasks, refused } = await desk.running.call('uploads.add', {
      grants: [grant],
      target: { to: 'template', path: template },
    })
    expect(tasks.map(({ relativePath }) => relativePath).toSorted()).toEqual(['素材/a.css', '素材/图/深/b.js'])
    expect(refused.toSorted((a, b) => a.name.length - b.name.length)).toEqual([
      { name: '素材/坏.exe', message: expect.stringContaining('请上传 mp3,mp4,zip') as string },
      { name: '素材/链接.css', message: expect.stringContaining('符号链接') as string },
    ])
    for (const { id } of tasks) expect((await desk.reaches(id, 'done')).state).toMatchObject({ attachment: null })
    const names = async (path: string) =>
      (await desk.running.call('templateFile.list', { path })).map(({ name }) => name)
    expect(await names(`${template}/素材`)).toEqual(expect.arrayContaining(['图', 'a.css']))
    expect(await names(`${template}/素材/图/深`)).toEqual(['b.js'])
  })
})

describe('what may be uploaded', () => {
  it('[A-193] [A-194] [A-195] is checked when it is added', async () => {
    const desk = await openUploadHarness(server)
    const large = await desk.file('a.zip', '')
    await truncate(large, 5000 * MB + 1)
    const paths = [await desk.file('a.exe'), large, join(desk.folder, 'gone.css')]
    const grants = paths.map((path) => desk.running.host.grants.issue(path))
    const { tasks, refused } = await desk.running.call('uploads.add', { grants, target: { to: 'template', path: 'g' } })
    expect(tasks).toEqual([])
    expect(refused.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      {
        name: 'a.exe',
        message: '请上传 mp3,mp4,zip,rar,gz,doc,docx,xls,xlsx,pdf,gif,jpg,jpeg,png,js,html,css 的格式!',
      },
      { name: 'a.zip', message: '文件大小不能大于5000M!' },
      { name: 'gone.css', message: expect.stringContaining('找不到文件“gone.css”') as string },
    ])
    await expect(
      desk.running.call('uploads.add', { grants: ['/etc/hostname'], target: LIBRARY }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('an upload to a foreign server', () => {
  it('[P3] [P5] [A-275] is one multipart chunk, however large, registered once', async () => {
    const [running, cms] = [await runHost(), await runCms()]
    onTestFinished(() => cms.close())
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    const facts = { id: 5, accessPath: '/upload/5', extension: 'zip', size: 1, imageWidth: 0, imageHeight: 0 }
    cms.on('api/upload/file', () => ({ ...facts, oldName: 'x' }))
    cms.on('api/cebest-cms/attachment/register', ({ json }) => ({ ...facts, oldName: json.realName }))
    const path = join(await tempFolder(), '大.zip')
    await writeFile(path, randomBytes(40 * MB))
    const { tasks } = await running.call('uploads.add', { grants: [running.host.grants.issue(path)], target: LIBRARY })
    await expect
      .poll(async () => (await running.call('uploads.list', {})).tasks[0]?.state, { timeout: 20_000 })
      .toMatchObject({ step: 'done', attachment: { oldName: '大.zip' } })
    expect(tasks).toHaveLength(1)
    const uploads = cms.requests.filter((request) => request.path === 'api/upload/file')
    expect(uploads).toHaveLength(1)
    expect(uploads[0]?.headers['content-type']).toContain('multipart/form-data')
    const head = uploads[0]?.body.subarray(0, 2000).toString() ?? ''
    expect(head).toContain(`name="totalChunks"\r\n\r\n1\r\n`)
    expect(head).toContain(`name="chunkSize"\r\n\r\n${40 * MB}\r\n`)
    expect(cms.requests.filter((request) => request.path.endsWith('attachment/register'))).toHaveLength(1)
  })
})
