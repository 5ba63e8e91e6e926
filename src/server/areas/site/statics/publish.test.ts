import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { putTemplateFiles } from '#tests/builders/templateFiles.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { buildStatics, ended, visit } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { pairs, saveArticle } from '#tests/builders/content.ts'
import { queueAutoBuilds } from './auto.ts'
import { currentSlot, otherSlot, siteFolder, slotFolder } from '#server/storage/siteFolders.ts'

const WAIT = { timeout: 30_000, interval: 50 }

onBothDatabases('static pages', (_server, start) => {
  it('of the seeded sites are whole: no problem, and no link of a page leads nowhere [A-274] [A-127]', async () => {
    const server = await start()
    const admin = await server.as('admin')
    for (const [siteId, host] of [
      [1, 'www.group.example'],
      [2, 'ocean.group.example'],
    ] as const) {
      const { ended: job, state } = await buildStatics(admin, siteId)
      expect([job.state, state.report?.problems]).toEqual(['done', []])
      const seen = new Set<string>()
      const queue = ['/']
      for (const path of queue) {
        if (seen.has(path)) continue
        seen.add(path)
        const page = await visit(server, host, path)
        expect(page.status, path).toBe(200)
        if (!String(page.headers['content-type']).startsWith('text/html')) continue
        for (const [, address = ''] of page.text.matchAll(/\s(?:href|src)="(\/[^"#]*)"/g)) queue.push(address)
      }
      expect(seen.size).toBeGreaterThan(30)
      expect((await visit(server, host, '/sitemap.xml')).text).toContain(`<loc>https://${host}/</loc>`)
      expect((await visit(server, host, '/robots.txt')).text).toContain('Sitemap:')
      const missing = await visit(server, host, '/no/such/page.html')
      expect([missing.status, missing.text.includes('当前页面不存在')]).toEqual([404, true])
    }
  })

  it('change only where something changed, and visitors see the former pages until all is there', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = siteFolder(server.deps.dataDir, 1)
    const [before, slot] = [await visit(server, 'www.group.example', '/'), currentSlot(folder)]
    expect((await buildStatics(admin)).state.report).toMatchObject({ written: 0, removed: 0 })
    const { id: classId } = await columnNamed(admin, '集团新闻')
    const made = await saveArticle(
      admin,
      classId,
      { title: '刚刚发布的消息', publishTime: '2030-01-01 09:00:00' },
      { isStatus: true },
    )
    expect((await admin.ok('statics.state', { id: 1 })).waiting).toBeGreaterThan(0)
    expect((await visit(server, 'www.group.example', '/')).text).toBe(before.text)
    const { state } = await buildStatics(admin)
    expect((await visit(server, 'www.group.example', `/news/group/${made.id}.html`)).text).toContain('刚刚发布的消息')
    expect((await visit(server, 'www.group.example', '/news/group/')).text).toContain('刚刚发布的消息')
    // Not the other branches of the site.
    expect(state.report?.written).toBeLessThan(45)
    expect(state.waiting).toBe(0)

    // A build that was killed leaves its folder half done and without a record; the site is whole, and so is the next build.
    const now = currentSlot(folder)
    const other = otherSlot(now)
    await rm(join(folder, `${other}.json`), { force: true })
    await rm(join(slotFolder(folder, other), 'news'), { recursive: true, force: true })
    await writeFile(join(slotFolder(folder, other), 'index.html'), 'half')
    expect((await visit(server, 'www.group.example', '/news/group/')).status).toBe(200)
    await buildStatics(admin)
    expect((await visit(server, 'www.group.example', '/')).text).not.toBe('half')
    expect((await visit(server, 'www.group.example', '/news/group/')).status).toBe(200)
    expect(slot).not.toBeNull()
  })

  it('with an error in one template name file and line, and the rest is built', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const before = (await visit(server, 'www.group.example', '/products/series/')).text
    const content = '<p>一</p>\n{{ article.title | nothing }}'
    await putTemplateFiles(server.deps, 'corporate', [['pictures.html', content]])
    const { state } = await buildStatics(admin)
    expect(state.report?.problems).toEqual([
      {
        page: 'products/series/index.html',
        file: 'pictures.html',
        line: 2,
        message: '没有过滤器“nothing”，请检查拼写',
      },
    ])
    expect((await visit(server, 'www.group.example', '/products/series/')).text).toBe(before)
  })

  it('do not name a column in the menu that is hidden there, and name the others; its own page stays', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const menu = async (): Promise<string> =>
      /<nav[\s\S]*?<\/nav>/.exec((await visit(server, 'www.group.example', '/')).text)?.[0] ?? ''
    const { id } = await columnNamed(admin, '联系我们')
    await buildStatics(admin)
    const before = await menu()
    for (const title of ['新闻中心', '联系我们']) expect(before).toContain(title)
    await admin.ok('column.updateSwitch', { id, menuSwitchEnum: 'showLoop', value: false })
    await buildStatics(admin)
    expect(await menu()).toContain('新闻中心')
    expect(await menu()).not.toContain('联系我们')
    expect((await visit(server, 'www.group.example', '/contact/')).text).toContain('联系我们')
  })

  it('take no name and no address of the machine from the back office', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await server.deps.db.updateTable('site').set({ domain: 'localhost,127.0.0.1' }).where('id', '=', 1).execute()
    await buildStatics(admin)
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect((await visit(server, host, '/api/cebest-cms/job/list')).status, host).toBe(401)
  })

  it('of templates in GBK, with unclosed elements and with a huge file are built correctly', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await putTemplateFiles(server.deps, 'corporate', [
      ['page.html', iconv.encode('<p>中文编码：{{ article.title }}', 'gbk')],
      ['pictures.html', '<div><ul><li>没有结束<table><tr>{% list %}<td>{{ article.title }}{% endlist %}'],
      ['huge.html', 'x'.repeat(10_000_000)],
    ])
    const { state } = await buildStatics(admin)
    expect(state.report?.problems).toEqual([])
    const { listPageUrl } = await columnNamed(admin, '联系我们')
    expect((await visit(server, 'www.group.example', listPageUrl || '/contact/')).text).toContain('<p>中文编码：')
    expect((await visit(server, 'www.group.example', '/products/series/')).text).toContain('<li>没有结束<table>')
    expect((await visit(server, 'www.group.example', '/news/group/')).status).toBe(200)
  })

  it('of columns whose addresses stand in the way of each other or of files are built again and again', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await putTemplateFiles(server.deps, 'corporate', [['LICENSE', 'MIT']])
    const { id } = await columnNamed(admin, '行业动态')
    const addresses = { frontListUrl: '["/LICENSE/"]', frontDetailUrl: '["/index.html/{id}.html"]' }
    await server.deps.db.updateTable('site_column').set(addresses).where('id', '=', id).execute()
    for (let round = 0; round < 3; round++) {
      const { ended: job, state } = await buildStatics(admin)
      const said = state.report?.problems.map(({ message }) => message) ?? []
      expect([job.state, said.length]).toEqual(['done', 5])
      expect(said[0]).toContain('和模板文件“LICENSE”的地址冲突')
      expect(said[1]).toContain('和网站首页的地址冲突')
      expect((await visit(server, 'www.group.example', '/')).status).toBe(200)
      expect((await visit(server, 'www.group.example', '/LICENSE')).text).toBe('MIT')
    }
  })

  it('are served apart from the back office, and not for a site that is switched off [A-299]', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    expect((await visit(server, 'www.group.example', '/api/cebest-cms/job/list')).status).toBe(404)
    expect((await visit(server, 'www.group.example', '/../../sitecraft.db')).status).toBe(404)
    const { url, isBuilt } = await admin.ok('statics.address', { id: 1 })
    expect([url, isBuilt]).toEqual([`${server.url}site/group/`, true])
    const looked = await fetch(url)
    expect(looked.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-same-origin)/)
    const text = await looked.text()
    const links = [...text.matchAll(/\s(?:href|src)="(\/[^"]*)"/g)].map(([, address = '']) => address)
    expect(links.filter((address) => !/^\/(?:site\/group|files|thumbs)\//.test(address))).toEqual([])
    await admin.ok('site.draft', [{ id: 1 }])
    await expect.poll(async () => (await visit(server, 'www.group.example', '/')).status, WAIT).toBe(503)
    const { jobId } = await admin.ok('statics.cleanAllHTML', { id: 1 })
    expect((await ended(admin, jobId)).state).toBe('done')
    expect(currentSlot(siteFolder(server.deps.dataDir, 1))).toBeNull()
    expect(await admin.ok('statics.state', { id: 1 })).toMatchObject({ buildDate: '', report: null })
  })

  it('build themselves after a change where that is switched on', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    await admin.ok('statics.setAuto', { id: 1, isAuto: true })
    const { id: classId } = await columnNamed(admin, '行业动态')
    const { id } = await saveArticle(admin, classId, { title: '自动生成的消息' }, { isStatus: true })
    await queueAutoBuilds(server.deps)
    const page = async () => (await visit(server, 'www.group.example', `/news/industry/${id}.html`)).status
    await expect.poll(page, WAIT).toBe(200)
    const jobs = () => server.deps.db.selectFrom('job').select('id').where('kind', '=', 'statics.build').execute()
    const count = (await jobs()).length
    await expect.poll(async () => (await admin.ok('statics.state', { id: 1 })).waiting, WAIT).toBe(0)
    await queueAutoBuilds(server.deps)
    expect(await jobs()).toHaveLength(count)
  })

  it('of a site without a template say what to do', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await server.deps.db.updateTable('site').set({ templateId: 0 }).where('id', '=', 1).execute()
    const { ended: job } = await buildStatics(admin)
    expect([job.state, job.message]).toEqual(['failed', expect.stringContaining('还没有模板，请先')])
  })

  it('show an entry of a form as the site would, with nothing from elsewhere [B-330] [B-043]', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { id: classId } = await columnNamed(admin, '集团新闻')
    const values = {
      title: '<还没保存>的标题',
      content: '<p>正文<script>x</script></p>',
      publishTime: '2026-03-01 09:00:00',
    }
    const [address = ''] = await admin.ok('content.preview', { classId, id: 0, fieldList: pairs(values) })
    const page = await (await fetch(address)).text()
    expect(page).toContain('&lt;还没保存&gt;的标题')
    expect(page).toContain('<p>正文</p>')
    expect(page).toContain('navbar-brand')
    expect(page).toContain('--bs-blue')
    expect(page).not.toMatch(/<script|<link[^>]*stylesheet/i)
    const record = join(siteFolder(server.deps.dataDir, 1), 'current')
    await expect(readFile(record)).rejects.toThrow('ENOENT')
  })
})
