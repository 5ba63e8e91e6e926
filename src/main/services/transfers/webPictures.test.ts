import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pngOf } from '#tests/builders/upload.ts'
import { createGrants } from '../grants/grants.ts'
import { environmentOutgoing } from '../network/outgoing.ts'
import { openSpool } from '../grants/spool.ts'
import { createPictureFetcher, isPublic } from './webPictures.ts'

const ADDRESS = 'http://mmbiz.qpic.cn/mmbiz_png/abc/640?wx_fmt=png&tp=webp'

/** The service with a picture store that answers like this. */
async function fetching(listener: RequestListener) {
  const store = createServer(listener)
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const { port } = store.address() as AddressInfo
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-pictures-'))
  const grants = createGrants()
  const spool = await openSpool(dataDir, grants)
  onTestFinished(async () => {
    store.closeAllConnections()
    store.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const asked: string[] = []
  const fetchPicture = createPictureFetcher({
    outgoing: environmentOutgoing,
    spool,
    ask: (url, { signal }) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        asked.push(url.href)
        get({ port, host: '127.0.0.1', path: url.pathname, signal }, resolve).once('error', reject)
      }),
  })
  return { fetchPicture, asked, grants }
}

it('brings a picture of an article as a file with the extension of what it is', async () => {
  const png = pngOf(8, 6)
  const { fetchPicture, asked, grants } = await fetching((_request, response) => response.end(png))
  const { grant, name, size } = await fetchPicture(ADDRESS, '粘贴的图片-1-2')
  expect([name, size]).toEqual(['粘贴的图片-1-2.png', png.length])
  expect(await readFile(grants.resolve(grant))).toEqual(png)
  expect(asked).toEqual(['https://mmbiz.qpic.cn/mmbiz_png/abc/640?wx_fmt=png'])
})

it('follows redirects among the picture stores alone', async () => {
  const leading = (to: string) =>
    fetching((request, response) => {
      if (request.url === '/moved.png') response.end(pngOf(1, 1))
      else response.writeHead(302, { location: to }).end()
    })
  const inside = await leading('https://img.xiumi.us/moved.png')
  expect((await inside.fetchPicture(ADDRESS, 'a')).name).toBe('a.png')
  for (const to of ['http://127.0.0.1/moved.png', 'https://example.com/moved.png', 'file:///etc/passwd']) {
    const outside = await leading(to)
    await expect(outside.fetchPicture(ADDRESS, 'a')).rejects.toMatchObject({ code: 'forbidden' })
    expect(outside.asked).toHaveLength(1)
  }
  const endless = await leading('https://img.xiumi.us/again.png')
  await expect(endless.fetchPicture(ADDRESS, 'a')).rejects.toMatchObject({ code: 'unavailable' })
  expect(endless.asked.length).toBeLessThan(6)
})

it('fetches from nowhere else', async () => {
  const { fetchPicture, asked } = await fetching((_request, response) => response.end(pngOf(1, 1)))
  for (const address of ['https://example.com/a.png', 'http://127.0.0.1/a.png', 'https://qpic.cn.example.com/a.png'])
    await expect(fetchPicture(address, 'a')).rejects.toMatchObject({ code: 'forbidden' })
  expect(asked).toEqual([])
})

it('reports the error of what is no picture, too large, or not to be had', async () => {
  const page = await fetching((_request, response) => response.end('<html>登录</html>'))
  await expect(page.fetchPicture(ADDRESS, 'a')).rejects.toMatchObject({ code: 'unsupported' })
  const gone = await fetching((_request, response) => response.writeHead(404).end())
  await expect(gone.fetchPicture(ADDRESS, 'a')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('404') as string,
  })
  const cut = await fetching((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('x', () => response.destroy())
  })
  await expect(cut.fetchPicture(ADDRESS, 'a')).rejects.toMatchObject({ code: 'unavailable' })
  const piece = Buffer.alloc(1024 * 1024)
  const large = await fetching((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', more)
    }
    more()
  })
  await expect(large.fetchPicture(ADDRESS, 'a')).rejects.toMatchObject({ code: 'too-large' })
})

it.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['not an address', false],
  ['203.205.254.1', true],
  ['2409:8c00::1', true],
])('of addresses only public ones count: %s %s', (address, good) => {
  expect(isPublic(address)).toBe(good)
})
