import { expect, it } from 'vitest'
import { putTemplateFiles } from '#tests/builders/templateFiles.ts'
import { buildStatics, ended } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { findDeadExternal } from './external.ts'
import { findLinks, resolveLink } from './links.ts'

it('links are those that a visitor can follow, with their lines', () => {
  const html = `<!-- <a href="/no"> -->
<a title="a > b" href='/a.html?x=1&amp;y=2'>
<img src=/b.png srcset="/c.png 2x, /d.png 3x"><a href="#top"><a href="mailto:x@y"><a href="javascript:x">
<script src="/s.js">var x = '<a href="/not">'</script><link rel="preconnect" href="https://p.example">`
  expect(findLinks(html).map(({ address, line, kind }) => `${line} ${kind} ${address}`)).toEqual([
    '2 page /a.html?x=1&y=2',
    '3 picture /b.png',
    '3 picture /c.png',
    '3 picture /d.png',
    '4 file /s.js',
  ])
  const to = (address: string) => resolveLink(address, '/news/a.html', ['www.group.example'])
  expect(to('b%20c.html#x')).toEqual({ path: '/news/b c.html' })
  expect(to('//www.group.example/x')).toEqual({ path: '/x' })
  expect(to('https://other.example/x#y')).toEqual({ url: 'https://other.example/x' })
})

it('other websites are dead when they say so, and nothing of the own network is asked', async () => {
  const asked: string[] = []
  const ask = async (url: URL, method: string): Promise<number> => {
    asked.push(`${method} ${url.pathname}`)
    if (url.pathname === '/gone') throw Object.assign(new Error('x'), { code: 'ENOTFOUND' })
    return { '/ok': 200, '/no': 404, '/get': method === 'HEAD' ? 405 : 200, '/login': 403 }[url.pathname] ?? 500
  }
  const addresses = ['/ok', '/no', '/get', '/login', '/gone', '/broken'].map((path) => `https://x.example${path}`)
  const dead = await findDeadExternal(addresses, async () => {}, ask)
  expect(Object.fromEntries(dead)).toEqual({
    'https://x.example/no': '对方网站上没有该页面（404）',
    'https://x.example/gone': '找不到该网站（域名无法解析）',
    'https://x.example/broken': '对方网站出错（500）',
  })
  const own = [
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]:9/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:127.0.0.1]:9/',
  ]
  expect([...(await findDeadExternal(own, async () => {}))]).toEqual([])
})

onBothDatabases('dead links', (_server, start) => {
  it('are listed with page, reason and origin; a redirect fixes them', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const check = async () => {
      const { jobId } = (await admin.ok('deadLink.check', { siteId: 1 })) ?? { jobId: 0 }
      const job = await ended(admin, jobId)
      return { job, ...(await admin.ok('deadLink.page', { siteId: 1, size: 50 })) }
    }
    expect((await check()).job).toMatchObject({ state: 'failed', message: expect.stringContaining('网站还没有生成') })
    await buildStatics(admin)
    expect((await check()).content).toEqual([])

    const { id: classId } = await columnNamed(admin, '集团新闻')
    const content = '<p><a href="/no/such.html">坏链接</a><img src="/files/gone.png"></p>'
    const { id } = await saveArticle(admin, classId, { title: '有坏链接的文章', content }, { isStatus: true })
    const footer = '<footer>\n<a href="/missing/">不在</a></footer>'
    await putTemplateFiles(server.deps, 'corporate', [['parts/footer.html', footer]])
    const { state } = await buildStatics(admin)
    const { content: dead } = await check()
    const short = dead.map(({ address, kind, source, folder, file, line, entryId, pages }) => {
      return { address, kind, source, folder, file, line, entryId, pages }
    })
    expect(short).toEqual([
      {
        address: '/missing/',
        kind: 'page',
        source: 'template',
        folder: 'corporate',
        file: 'parts/footer.html',
        line: 2,
        entryId: 0,
        pages: state.report?.pages,
      },
      { address: '/no/such.html', kind: 'page', source: 'entry', folder: '', file: '', line: 0, entryId: id, pages: 1 },
      {
        address: '/files/gone.png',
        kind: 'picture',
        source: 'entry',
        folder: '',
        file: '',
        line: 0,
        entryId: id,
        pages: 1,
      },
    ])
    expect(dead[1]?.places[0]).toMatchObject({ page: `/news/group/${id}.html`, entryId: id })
    const address = await admin.ok('deadLink.outputData', { siteId: 1 })
    expect(await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))).toHaveLength(4)

    await admin.ok('redirect.save', { siteId: 1, source: '/missing', target: '/' })
    expect((await check()).content.map((each) => each.address)).toEqual(['/no/such.html', '/files/gone.png'])
    expect(await admin.ok('deadLink.state', { siteId: 1 })).toMatchObject({ dead: 2, pages: state.report?.pages })
  })
})
