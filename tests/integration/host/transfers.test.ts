import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { LocalLinks } from '#services/ports.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { connect, runCms, runHost, signIn, tempFolder, type RunningHost } from './harness.ts'

const attachment = (oldName: string) => ({
  id: 5,
  oldName,
  accessPath: '/upload/5',
  extension: 'png',
  size: 3,
  imageWidth: 1,
  imageHeight: 1,
})

async function signedIn(ports: Parameters<typeof runHost>[0] = {}) {
  const [running, cms] = [await runHost(ports), await runCms()]
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  return { running, cms }
}

async function granted(running: RunningHost, name: string, size = 3): Promise<string> {
  const path = join(await tempFolder(), name)
  await writeFile(path, 'abc')
  await truncate(path, size)
  return running.host.grants.issue(path)
}

describe('an upload into a template', () => {
  it('[A-281] [A-282] is sent with dir=file and then registered in the folder', async () => {
    const { running, cms } = await signedIn()
    cms.on('api/upload/file', () => attachment('a.css'))
    cms.on('api/cebest-cms/template/uploadFile', () => null)
    await running.call('uploads.toTemplate', { grant: await granted(running, 'a.css'), path: 'group/css' })
    const upload = cms.requests.find((request) => request.path === 'api/upload/file')
    expect(upload?.body.toString()).toContain('name="dir"\r\n\r\nfile\r\n')
    expect(cms.requests.at(-1)?.json).toEqual({
      path: 'group/css',
      realName: 'a.css',
      accessPath: '/upload/5',
      channel: 'pc',
    })
  })
  it('[A-193] [A-194] refuses another extension before anything is sent', async () => {
    const { running, cms } = await signedIn()
    const before = cms.requests.length
    const grant = await granted(running, 'a.exe')
    await expect(running.call('uploads.toTemplate', { grant, path: 'group' })).rejects.toMatchObject({
      code: 'unsupported',
      message: '请上传 mp3,mp4,zip,rar,gz,doc,docx,xls,xlsx,pdf,gif,jpg,jpeg,png,js,html,css 的格式!',
    })
    expect(cms.requests).toHaveLength(before)
  })
  it('[A-195] refuses a file of 5000 MB before anything is sent', async () => {
    const { running } = await signedIn()
    const grant = await granted(running, 'a.zip', 5000 * 1024 * 1024)
    await expect(running.call('uploads.toTemplate', { grant, path: 'group' })).rejects.toMatchObject({
      code: 'too-large',
      message: '文件大小不能大于5000M!',
    })
  })
  it('says when the file is gone, and refuses what was never granted', async () => {
    const { running } = await signedIn()
    const gone = running.host.grants.issue('/nowhere/a.css')
    const send = (grant: string) => running.call('uploads.toTemplate', { grant, path: 'group' })
    await expect(send(gone)).rejects.toMatchObject({ code: 'not-found' })
    await expect(send('/etc/hostname')).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('an attachment', () => {
  it('is sent by its kind, registered, and answered; a spooled copy is removed', async () => {
    const { running, cms } = await signedIn()
    const folder = join(await tempFolder(), 'spool')
    await mkdir(folder)
    await writeFile(join(folder, 'content'), 'png')
    cms.on('api/upload/image', () => attachment('content'))
    cms.on('api/cebest-cms/attachment/register', ({ json }) => attachment(String(json.realName)))
    const grant = running.host.grants.issueSpooled(join(folder, 'content'), '封面.png')
    const answer = await running.call('uploads.attachment', { grant, kind: 'image' })
    expect(answer).toEqual(attachment('封面.png'))
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a download', () => {
  const remote = { path: 'group', downloadFileName: 'logo.png' }
  it('on the desk asks where to and saves the bytes', async () => {
    const { running, cms } = await signedIn()
    cms.on('api/cebest-cms/template/downloadFile', () => 'ticket/1')
    cms.serveFile('ticket/1', Buffer.from([0, 255, 13, 10]), 'image/png')
    running.ports.answers.file = join(await tempFolder(), 'saved.png')
    const { savedAs } = await running.call('downloads.templateFile', remote)
    expect([...(await readFile(savedAs))]).toEqual([0, 255, 13, 10])
  })
  it('on the desk leaves nothing when it is cancelled or fails', async () => {
    const { running, cms } = await signedIn()
    expect(await running.call('downloads.templateFile', remote)).toEqual({ href: '', savedAs: '' })
    cms.on('api/cebest-cms/template/downloadFile', () => 'ticket/none')
    const folder = await tempFolder()
    running.ports.answers.file = join(folder, 'saved.png')
    await expect(running.call('downloads.templateFile', remote)).rejects.toMatchObject({ code: 'not-found' })
    expect(await readdir(folder)).toEqual([])
  })
  it('in a browser tab becomes a local address', async () => {
    const published: Parameters<LocalLinks['publish']>[0][] = []
    const links: LocalLinks = { publish: (source) => `/download/${published.push(source)}` }
    const { running, cms } = await signedIn({ ports: { links } })
    cms.on('api/cebest-cms/template/downloadFile', () => 'ticket/1')
    cms.serveFile('ticket/1', Buffer.from('png'), 'image/png')
    expect(await running.call('downloads.templateFile', remote)).toEqual({ href: '/download/1', savedAs: '' })
    const opened = await published[0]?.open()
    expect([published[0]?.name, await text(opened?.stream ?? Readable.from([]))]).toEqual(['logo.png', 'png'])
  })
})

describe('an image of the server', () => {
  it('is a data URL, read once', async () => {
    const { running, cms } = await signedIn()
    cms.serveFile('cover.png', Buffer.from('png'), 'image/png; charset=x')
    const read = () => running.call('media.image', { accessPath: 'cover.png' })
    expect(await read()).toEqual({ dataUrl: 'data:image/png;base64,cG5n' })
    const before = cms.requests.length
    await read()
    expect(cms.requests).toHaveLength(before)
  })
  it('is empty when there is none, when it is a page, or when it is too large', async () => {
    const { running, cms } = await signedIn()
    cms.serveFile('page', Buffer.from('<script>'), 'text/html')
    cms.serveFile('huge.png', Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png')
    for (const accessPath of ['', 'none.png', 'page', 'huge.png']) {
      expect(await running.call('media.image', { accessPath })).toEqual({ dataUrl: '' })
    }
  })
})
