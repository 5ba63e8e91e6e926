import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Dragger, LocalLinks } from '#services/ports.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { connect, runCms, runHost, signIn, tempFolder } from './harness.ts'

async function signedIn(ports: Parameters<typeof runHost>[0] = {}) {
  const [running, cms] = [await runHost(ports), await runCms()]
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  return { running, cms }
}

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
  it('is not kept beyond the session, as the next may not read it', async () => {
    const { running, cms } = await signedIn()
    cms.serveFile('mail.png', Buffer.from('png'), 'image/png')
    const read = () => running.call('media.image', { accessPath: 'mail.png' })
    await read()
    await running.call('session.signOut', {})
    await expect(read()).rejects.toMatchObject({ code: 'unauthorized' })
    await signIn(running, PASSWORD)
    const before = cms.requests.length
    await read()
    expect(cms.requests.length).toBeGreaterThan(before)
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

describe('files that are dragged out', () => {
  const library = (...files: [accessPath: string, name: string][]) => ({
    from: 'library' as const,
    files: files.map(([accessPath, name]) => ({ accessPath, name })),
  })
  /** A desktop that notes what the pointer carries. */
  function desktop() {
    const carried: string[][] = []
    const dragger: Dragger = { start: (paths) => carried.push([...paths]) > 0 }
    return { carried, ports: { dragger } }
  }

  it('are fetched first, several at once, under names that every system takes', async () => {
    const { carried, ports } = desktop()
    const { running, cms } = await signedIn({ ports })
    cms.serveFile('a.png', Buffer.from('one'), 'image/png')
    cms.serveFile('b.png', Buffer.from('two'), 'image/png')
    const wanted = library(['a.png', '../封面:1.png'], ['b.png', '_封面_1.png'])
    const { ticket } = await running.call('dragOut.prepare', wanted)
    expect(carried).toEqual([])
    expect(await running.call('dragOut.start', { ticket })).toEqual({ started: true })
    const [paths = []] = carried
    expect(paths.map((path) => basename(path))).toEqual(['_封面_1.png', '_封面_1 (2).png'])
    expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(['one', 'two'])
    // Let go too early: the second time nothing is fetched again.
    const before = cms.requests.length
    expect(await running.call('dragOut.prepare', wanted)).toMatchObject({ ticket })
    expect(cms.requests).toHaveLength(before)
    await running.host.close()
    await expect(readFile(paths[0] ?? '')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('are all there or none: one that is gone leaves nothing behind', async () => {
    const { running, cms } = await signedIn(desktop())
    cms.serveFile('a.png', Buffer.from('one'), 'image/png')
    const prepared = running.call('dragOut.prepare', library(['a.png', 'a.png'], ['none.png', 'none.png']))
    await expect(prepared).rejects.toMatchObject({ code: 'not-found' })
    const kept = await readdir(join(running.dataDir, 'tmp', String(process.pid), 'drag'))
    expect(kept).toEqual([])
    await expect(running.call('dragOut.start', { ticket: 'other' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('have an address in a browser', async () => {
    const published: Parameters<LocalLinks['publish']>[0][] = []
    const links: LocalLinks = { publish: (source) => `/download/${published.push(source)}` }
    const { running, cms } = await signedIn({ ports: { links } })
    cms.serveFile('a.png', Buffer.from('one'), 'image/png')
    const answer = await running.call('dragOut.prepare', library(['a.png', '年报.png']))
    expect(answer).toEqual({ ticket: '', name: '年报.png', href: '/download/1' })
    expect(await text((await published[0]?.open())?.stream ?? Readable.from([]))).toBe('one')
  })
})
