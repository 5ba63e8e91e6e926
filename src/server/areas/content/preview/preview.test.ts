import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { MenuField } from '#shared/contract/column.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { ARTICLE, emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { prunePreviews } from '#server/areas/site/templateData/index.ts'

onBothDatabases('the preview of a form whose site has no template', (server) => {
  beforeAll(async () => {
    await server().deps.db.updateTable('site').set({ templateId: 0 }).execute()
  })
  async function columnWith(client: TestClient, fields: MenuField[]): Promise<number> {
    const { id } = await emptyColumn(client)
    await client.ok('column.settingField', { id, menuFieldDTOList: fields })
    return id
  }
  const preview = async (client: TestClient, classId: number, values: Record<string, string>, id = 0) => {
    const [address = ''] = await client.ok('content.preview', { classId, id, fieldList: pairs(values) })
    return { address, answer: await fetch(address) }
  }

  it('is a page of its own that runs nothing and is not saved [B-330]', async () => {
    const admin = await server().as('admin')
    const { id: classId, title } = await emptyColumn(admin)
    const { address, answer } = await preview(admin, classId, {
      ...ARTICLE,
      title: '<script>alert(1)</script>𠀀😀 & "引号"',
      source: '"><img src=x onerror=alert(1)>',
      summary: '第一行\n</p><iframe src="https://evil.example">',
      photo: '/files/2026/11/a.png',
      content:
        '<p onclick="x()" style="background-image: url(/files/2026/11/c.png)">正文</p><img src="/files/2026/11/b.png"><a href="javascript:alert(1)">链</a><script>alert(1)</script>',
    })
    expect(address).toMatch(new RegExp(`^${server().url}api/sitecraft/preview/[\\w-]{32}$`))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors *; sandbox",
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const page = await answer.text()
    expect(page).toContain('𠀀😀')
    expect(page).toContain(title)
    expect(page).toContain('第一行\n')
    expect(page).not.toMatch(/<script|<iframe|onclick|onerror=alert\(1\)>|href="javascript:/i)
    // Pictures by addresses that also hold where a host shows the page below another path.
    expect(page).toContain('src="../../../files/2026/11/a.png"')
    expect(page).toContain('src="../../../files/2026/11/b.png"')
    expect(page).toContain('url(../../../files/2026/11/c.png)')
    expect(new URL('../../../files/2026/11/a.png', address).href).toBe(`${server().url}files/2026/11/a.png`)
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(0)
  })

  it('shows each type of field, and related records by name', async () => {
    const admin = await server().as('admin')
    const other = await emptyColumn(admin)
    const { id } = await saveArticle(admin, other.id, { title: '相关的文章' })
    const category = await admin.ok('labelCategory.save', { title: '主题', siteId: other.siteId })
    const label = await admin.ok('label.save', { title: '海洋', siteId: other.siteId, classId: category.id })
    const tree = await admin.ok('classify.save', { title: '地区词典', parentId: 0 })
    const north = await admin.ok('classify.save', { title: '华北', parentId: tree.id })
    const city = await admin.ok('classify.save', { title: '天津市', parentId: north.id })
    const classId = await columnWith(admin, [
      aField('title'),
      aField('day', { fieldType: 'Date' }),
      aField('film', { fieldType: 'Video' }),
      aField('paper', { fieldType: 'File' }),
      aField('photos', { fieldType: 'BatchPhoto' }),
      aField('related', { fieldType: 'RelationContent' }),
      aField('labels', { fieldType: 'RelationLabel' }),
      aField('area', { relationMark: JSON.stringify({ id: tree.id, type: 5 }) }),
      aField('empty', { fieldType: 'MultiLine' }),
    ])
    const item = (sort: number, title: string) => ({
      sort,
      src: `/files/${sort}.png`,
      title,
      subTitle: '',
      note: '',
      link: '',
      index: '',
      target: '_self',
      nofollow: false,
    })
    const { answer } = await preview(admin, classId, {
      title: '各种字段',
      day: '2026-03-01',
      film: '/files/a.mp4',
      paper: '/files/%E6%8A%A5%E5%91%8A.pdf',
      photos: JSON.stringify([item(2, '第二张'), item(1, '第一张')]),
      related: `${id},999999`,
      labels: String(label.id),
      area: `${north.id},${city.id}`,
    })
    const page = await answer.text()
    for (const shown of [
      '2026-03-01',
      '<video src="../../../files/a.mp4"',
      '报告.pdf',
      '相关的文章',
      '海洋',
      '华北 / 天津市',
    ])
      expect(page).toContain(shown)
    expect(page.indexOf('第一张')).toBeLessThan(page.indexOf('第二张'))
    expect(page).not.toContain('empty')
  })

  it('says which pictures and films of other websites it does not load, and where they lie', async () => {
    const admin = await server().as('admin')
    const classId = await columnWith(admin, [
      aField('title'),
      aField('photo', { fieldType: 'Photo' }),
      aField('film', { fieldType: 'Video' }),
      aField('content', { fieldType: 'Editor' }),
    ])
    const { answer } = await preview(admin, classId, {
      title: '网络图片',
      photo: 'https://cdn.example.com/a.png?w=1&h=2',
      film: '//cdn.example.com/a.mp4',
      content:
        '<p>前<img src="https://mmbiz.qpic.cn/b.png" alt="x>y">后</p><img src="/files/c.png">' +
        '<video src="https://cdn.example.com/d.mp4" controls></video><video src="/files/e.mp4"></video>' +
        '<audio><source src="http://cdn.example.com/f.mp3"></audio>',
    })
    const page = await answer.text()
    expect(page).not.toMatch(/<(?:img|video|audio|source)[^>]*(?:https?:)?\/\//)
    for (const [what, address] of [
      ['图片', 'https://cdn.example.com/a.png?w=1&#38;h=2'],
      ['视频', '//cdn.example.com/a.mp4'],
      ['图片', 'https://mmbiz.qpic.cn/b.png'],
      ['视频', 'https://cdn.example.com/d.mp4'],
      ['音频', 'http://cdn.example.com/f.mp3'],
    ])
      expect(page).toContain(`其他网站的${what}，预览中不加载</b><i>${address}</i>`)
    expect(page).toMatch(/前<span.*?<\/span>后/)
    expect(page).toContain('src="../../../files/c.png"')
    expect(page).toContain('src="../../../files/e.mp4"')
  })

  it('shows stored values of an entry for fields that the form does not send', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { source: '本报讯' })
    const { answer } = await preview(admin, classId, { title: '改了一半' }, id)
    const page = await answer.text()
    expect(page).toContain('改了一半')
    expect(page).toContain('本报讯')
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ title: ARTICLE.title, version: 1 })
  })

  it('names nothing that the caller may not read, and needs the code of the form', async () => {
    const admin = await server().as('admin')
    const secret = await emptyColumn(admin)
    const { id } = await saveArticle(admin, secret.id, { title: '别的栏目的秘密' })
    const classId = await columnWith(admin, [aField('title'), aField('related', { fieldType: 'RelationContent' })])
    const { siteId } = secret
    const as = async (...settings: number[]) => {
      await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings }])
      return server().as('editor')
    }
    const { answer } = await preview(await as(1101), classId, { title: '标题', related: String(id) })
    expect(await answer.text()).not.toContain('秘密')
    const refused = await (await as(1102)).call('content.preview', { classId, id: 0, fieldList: [] })
    expect(refused).toMatchObject({ status: 403 })
  })

  it('of a single article that is not written yet needs the right to edit, which is all that such a column has', async () => {
    const admin = await server().as('admin')
    const { id, siteId } = await emptyColumn(admin, '公司简介')
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: id, settings: [1102] }])
    const { answer } = await preview(await server().as('editor'), id, { title: '关于我们' })
    expect(await answer.text()).toContain('关于我们')
  })

  it('ends after 30 minutes, and nobody finds it by guessing', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { address } = await preview(admin, classId, ARTICLE)
    expect((await fetch(address.replace(/[\w-]{32}$/, 'a'.repeat(32)))).status).toBe(404)
    expect((await fetch(address.replace(/[\w-]{32}$/, '..%2f..%2fx'))).status).toBe(404)
    server().clock.advance(29 * 60_000)
    expect((await fetch(address)).status).toBe(200)
    server().clock.advance(2 * 60_000)
    expect(await server().nobody.send(address)).toMatchObject({ status: 404, msg: expect.stringContaining('过期') })
    server().clock.advance(60 * 60_000)
    await prunePreviews(server().deps)
    expect(await readdir(join(server().deps.dataDir, 'previews'))).toEqual([])
  })
})
