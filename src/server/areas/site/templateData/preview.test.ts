import { beforeAll, describe, expect, it } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

const FILES = {
  'index.html':
    '{% layout "parts/base.html" %}{% block main %}<h1>{{ site.title }}</h1>{% list column: "集团新闻", size: 2 %}<a>{{ article.title }}</a>{% endlist %}{% endblock %}',
  'news.html': '{% layout "parts/base.html" %}{% block main %}<h2>{{ column.title }}</h2>{% endblock %}',
  'detail.html': '<article>{{ article.title }}</article>{{ article.content }}',
  'spare.html': '<b>备用 {{ column.title }}</b>',
  'parts/base.html':
    '<!doctype html><link rel="stylesheet" href="css/a.css"><script>alert(1)</script><main>{% block main %}{% endblock %}</main>',
  'css/a.css': 'h1 { color: red }',
  'css/alone.css': 'h1 { color: blue }',
}

onBothDatabases('the preview of a template file', (server) => {
  let folder = ''
  let siteId = 0
  let columnId = 0
  let admin: TestClient

  /** The demo site, drawn with a template of its own. */
  beforeAll(async () => {
    admin = await server().as('admin')
    const column = await columnNamed(admin, '集团新闻')
    siteId = column.siteId
    columnId = column.id
    const template = await buildTemplate(admin, { files: FILES })
    folder = template.folder
    const { db } = server().deps
    await db.updateTable('site').set({ templateId: template.id }).where('id', '=', siteId).execute()
    await db
      .updateTable('site_column')
      .set({
        frontListUrl: '["/mine/"]',
        frontListTemplate: '["news.html"]',
        frontDetailUrl: '["/mine/{id}.html"]',
        frontDetailTemplate: '["detail.html"]',
      })
      .where('id', '=', columnId)
      .execute()
  })
  type Asked = Partial<InputOf<'templateData.preview'>>
  const ask = (path: string, more: Asked = {}, client = admin) =>
    client.ok('templateData.preview', { folder, siteId, path, ...more })
  const htmlOf = async ({ href }: OutputOf<'templateData.preview'>): Promise<string> => (await fetch(href)).text()
  const titlesOf = ({ pages }: OutputOf<'templateData.preview'>) =>
    pages.filter(({ uses }) => uses).map(({ title }) => title)

  it('draws the first page that uses the file, with texts that are not saved, and saves nothing', async () => {
    const before = await admin.ok('templateFile.open', { path: folder, openFileName: 'news.html' })
    const content = FILES['news.html'].replace('<h2>', '<h2>改了，')
    const drawn = await ask('news.html', { files: [{ path: 'news.html', content }] })
    expect(drawn).toMatchObject({ address: '/mine/', problem: null, isInstead: false, siteId })
    expect(titlesOf(drawn)).toEqual(['集团新闻'])
    expect(drawn.sites[0]).toMatchObject({ id: siteId, isBound: true })
    expect(await htmlOf(drawn)).toContain('<h2>改了，集团新闻</h2>')
    expect(await admin.ok('templateFile.open', { path: folder, openFileName: 'news.html' })).toEqual(before)
  })

  it('knows the pages of what is included, and of an entry the page of an entry', async () => {
    expect(titlesOf(await ask('parts/base.html'))).toEqual(expect.arrayContaining(['网站首页', '集团新闻']))
    expect(titlesOf(await ask('css/a.css'))).toEqual(expect.arrayContaining(['网站首页', '集团新闻']))
    const detail = await ask('detail.html')
    expect(titlesOf(detail)).toContainEqual(expect.stringMatching(/^集团新闻 · 详情：./))
    expect(await htmlOf(detail)).toMatch(/^<article>.+<\/article>/)
  })

  it('takes several files that are not saved together, styles among them, and one that is gone from the server', async () => {
    const drawn = await ask('css/a.css', {
      address: '/',
      files: [
        { path: 'css/a.css', content: 'h1 { color: green }' },
        { path: 'index.html', content: '{% include "parts/new.html" %}<link rel="stylesheet" href="css/a.css">' },
        { path: 'parts/new.html', content: '<i>新的</i>' },
      ],
    })
    const html = await htmlOf(drawn)
    expect(html).toContain('<i>新的</i>')
    expect(html).toContain('color: green')
    expect(html).not.toContain('color: red')
  })

  it('of a page that is chosen shows that one', async () => {
    const drawn = await ask('news.html', { address: '/' })
    expect(drawn.address).toBe('/')
    const html = await htmlOf(drawn)
    expect(html).toContain('<h1>')
    expect(html).toContain('color: red')
    expect(html).not.toContain('<script')
  })

  it('of a file that no page uses shows it in place of a page’s template', async () => {
    const spare = await ask('spare.html')
    expect([spare.isInstead, titlesOf(spare)]).toEqual([true, []])
    expect(await htmlOf(spare)).toMatch(/<b>备用 .+<\/b>/)
    const chosen = await ask('spare.html', { address: '/mine/' })
    expect(await htmlOf(chosen)).toContain('<b>备用 集团新闻</b>')
    // Styles are no pages.
    expect(await ask('css/alone.css')).toMatchObject({ isInstead: false, problem: null })
  })

  it.each([
    ['a tag that is not closed', '<p>\n<p>\n{% list column: "集团新闻" %}', 3],
    ['a tag that there is not', '<p>\n{% nosuch %}', 2],
    ['a file that is missing', '<p>\n\n\n{% include "no/such.html" %}', 4],
  ])('names file and line of %s, and keeps the pages to choose from', async (_what, content, line) => {
    const drawn = await ask('news.html', { files: [{ path: 'news.html', content }] })
    expect(drawn.problem).toMatchObject({ file: 'news.html', line, message: expect.stringMatching(/\p{Script=Han}/u) })
    expect([drawn.href, drawn.address]).toEqual(['', '/mine/'])
    expect(drawn.pages.length).toBeGreaterThan(2)
  })

  it('ends a template without an end, and draws the next one', async () => {
    const content = '{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}'
    const drawn = await ask('news.html', { files: [{ path: 'news.html', content }] })
    expect(drawn.problem).toMatchObject({
      file: 'news.html',
      message: expect.stringMatching(/时间太长|太多|请检查循环/),
    })
    expect((await ask('news.html')).problem).toBeNull()
  })

  it('refuses what is too large, and names outside the template’s folder read nothing', async () => {
    const large = await admin.call('templateData.preview', {
      folder,
      path: 'news.html',
      files: [{ path: 'news.html', content: 'a'.repeat(1_000_001) }],
    })
    expect(large).toMatchObject({ status: 400, msg: expect.stringContaining('1 MB') })
    const outside = await ask('index.html', {
      files: [{ path: 'index.html', content: '{% include "../other/index.html" %}' }],
    })
    expect(outside.problem?.message).toContain('文件夹之外')
    const style = await ask('index.html', {
      files: [{ path: 'index.html', content: '<link rel="stylesheet" href="../../other/css/site.css">' }],
    })
    expect(await htmlOf(style)).toBe('<style></style>')
  })

  describe('of whom', () => {
    const designer = async (...sites: number[]) => {
      const grants = [0, ...sites].map((each) => ({ siteId: each, menuId: MENU.templates, settings: [] }))
      await grantExactly(server().deps.db, 'editor', grants)
      return server().as('editor')
    }

    it('shows entries of sites of the caller alone', async () => {
      const other = await buildSite(server().deps.db)
      const drawn = await ask('index.html', { siteId: 0 }, await designer(other))
      expect(drawn.sites.map(({ id }) => id)).toEqual([other])
      expect(drawn.pages.map(({ title }) => title)).toEqual(['网站首页'])
      expect(drawn.problem?.message).toContain('集团新闻')
      const refused = await (await designer(other)).call('templateData.preview', { folder, siteId, path: 'index.html' })
      expect(refused).toMatchObject({ status: 403 })
    })

    it('needs the right to read the template', async () => {
      const secret = await buildTemplate(admin, { siteId: await buildSite(server().deps.db), files: FILES })
      const client = await designer(siteId)
      const refused = await client.call('templateData.preview', { folder: secret.folder, siteId, path: 'index.html' })
      expect(refused).toMatchObject({ status: 403 })
    })
  })
})
