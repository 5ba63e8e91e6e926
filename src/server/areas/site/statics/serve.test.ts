import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildStatics, visit } from '#tests/builders/builtSite.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { currentSlot, siteFolder, slotFolder } from '#server/storage/siteFolders.ts'
import { chooseEncoding } from './compressedPages.ts'

const HOST = 'www.group.example'

onBothDatabases('the server as a web server', (_server, start) => {
  it('sends pages with brotli or gzip, each with a tag that is asked for again', async () => {
    const server = await start()
    await buildStatics(await server.as('admin'))
    const plain = await visit(server, HOST, '/')
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, no-cache' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const tags = new Set([plain.headers.etag])
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const accepted = { 'accept-encoding': encoding }
      const packed = await visit(server, HOST, '/', accepted)
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers['content-length']).toBe(String(packed.body.length))
      expect(unpack(packed.body).toString()).toBe(plain.text)
      tags.add(packed.headers.etag)
      const tag = `"other", W/${String(packed.headers.etag)}`
      const again = await visit(server, HOST, '/', { ...accepted, 'if-none-match': tag })
      expect(again).toMatchObject({ status: 304, text: '' })
    }
    expect(tags.size).toBe(3)
    const stale = await visit(server, HOST, '/404.html', { 'accept-encoding': 'br', 'if-none-match': '"other"' })
    expect(stale.status).toBe(200)
    const missing = await visit(server, HOST, '/none/', { 'accept-encoding': 'br' })
    expect(missing.status).toBe(404)
  })

  it('has hashed names kept for a year and the new content of a page sent at once', async () => {
    const server = await start()
    await buildStatics(await server.as('admin'))
    const folder = siteFolder(server.deps.dataDir, 1)
    const slot = currentSlot(folder)
    if (slot === null) throw new Error('nothing was built')
    const text = 'run();'.repeat(1000)
    await writeFile(join(slotFolder(folder, slot), 'app.3f9a02bc.js'), text)
    const hashed = await visit(server, HOST, '/app.3f9a02bc.js', { 'accept-encoding': 'br' })
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(brotliDecompressSync(hashed.body).toString()).toBe(text)
    const missing = await visit(server, HOST, '/app.3f9a02bd.js')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'public, no-cache'])
    await writeFile(join(slotFolder(folder, slot), 'app.3f9a02bc.js'), `${text}more();`)
    const changed = await visit(server, HOST, '/app.3f9a02bc.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(changed.body).toString()).toBe(`${text}more();`)
  })

  it('leads the other domains of a site to the first', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    await server.deps.db
      .updateTable('site')
      .set({ domain: `${HOST},group.example, 集团.example` })
      .where('id', '=', 1)
      .execute()
    const leads = async (host: string, path: string) => {
      await expect.poll(async () => (await visit(server, host, path)).status).toBe(301)
      return (await visit(server, host, path)).headers
    }
    expect(await leads('group.example', '/news/?a=%20b')).toMatchObject({
      location: `//${HOST}/news/?a=%20b`,
      'cache-control': 'no-cache',
    })
    expect((await leads('group.example:8080', '/')).location).toBe(`//${HOST}:8080/`)
    expect((await visit(server, HOST, '/')).status).toBe(200)
  })
})

it('takes the best encoding that a browser accepts', () => {
  expect(chooseEncoding(undefined)).toBeNull()
  expect(chooseEncoding('gzip, deflate, br;q=0.5, zstd')).toBe('br')
  expect(chooseEncoding('gzip;q=1, br;q=0')).toBe('gzip')
  expect(chooseEncoding('br;q=0.000, gzip ; q=0')).toBeNull()
  expect(chooseEncoding('brotli, gzipped')).toBeNull()
})
