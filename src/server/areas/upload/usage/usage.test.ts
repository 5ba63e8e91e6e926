import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { putTemplateFiles } from '#tests/builders/templateFiles.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { maxContentUses } from '#shared/contract/attachment.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('where uploads are used', (server) => {
  async function aFile(name: string) {
    const admin = await server().as('admin')
    const { data } = await upload(admin, { name, content: randomBytes(64) })
    return admin.ok('upload.register', { realName: name, accessPath: data.accessPath })
  }

  it('names content that shows a file in a field or in its text, also in the recycle bin, and keeps the file [B-126]', async () => {
    const admin = await server().as('admin')
    const { id: classId, title: column, siteId } = await emptyColumn(admin)
    const [photo, inText, old] = [await aFile('题图.zip'), await aFile('插图.zip'), await aFile('旧图.zip')]
    const entry = await saveArticle(admin, classId, {
      title: '开业',
      content: `<p><img src="${inText.accessPath}"></p>`,
      source: `见 ${photo.accessPath}`,
      summary: old.accessPath,
    })
    const other = await saveArticle(admin, classId, { title: '转载', source: photo.accessPath }, { isStatus: false })
    const used = (id: number) => admin.ok('attachment.usage', { ids: [id] })
    const said = async (id: number) => (await used(id)).map(({ title }) => title)
    expect(await used(inText.id)).toEqual([
      { attachmentId: inText.id, where: 'content', id: entry.id, title: `${column} / 开业`, siteId },
    ])
    expect(await said(photo.id)).toEqual([`${column} / 转载`, `${column} / 开业`])

    await saveArticle(admin, classId, { title: '开业', summary: '' }, { id: entry.id, version: 1 })
    for (const { id } of [old, inText]) expect(await said(id)).toEqual([])
    await admin.ok('content.deleteByIdList', { classId, idList: [other.id] })
    expect(await said(photo.id)).toEqual([`${column} / 转载（在回收站中）`, `${column} / 开业`])

    expect(await admin.call('attachment.remove', [{ id: photo.id }])).toMatchObject({
      status: 409,
      msg: expect.stringContaining(`正在被内容“${column} / 转载（在回收站中）”使用`),
    })
    expect(await admin.call('attachment.remove', [{ id: inText.id }])).toMatchObject({ code: 200 })
  })

  it('does not reveal the title of content that the caller may not read', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const file = await aFile('内部.zip')
    await saveArticle(admin, classId, { title: '尚未公布的任命', source: file.accessPath })
    const { db } = server().deps
    const { id: menuId } = await columnNamed(admin, '海洋装备', 2)
    await grantExactly(db, 'guest', [{ siteId: 2, menuId }])
    await db.updateTable('attachment').set({ siteId: 2 }).where('id', '=', file.id).execute()
    const [use] = await (await server().as('guest')).ok('attachment.usage', { ids: [file.id] })
    expect(use).toMatchObject({ where: 'content', attachmentId: file.id })
    expect(use?.title).toMatch(/^其他(站点|栏目)$/)
  })

  it('names so many entries and no more, the latest first', async () => {
    const admin = await server().as('admin')
    const most = maxContentUses(2)
    const { id: classId } = await emptyColumn(admin)
    const [one, two] = [await aFile('标志.zip'), await aFile('另一个.zip')]
    for (let n = 0; n <= most; n += 1) {
      const fieldList = pairs({ title: `第${n}篇`, source: `${one.accessPath} ${n === 0 ? two.accessPath : ''}` })
      await admin.ok('content.save', { classId, isStatus: false, fieldList })
    }
    const uses = await admin.ok('attachment.usage', { ids: [two.id, one.id] })
    const of = (id: number) => uses.filter(({ attachmentId }) => attachmentId === id).map(({ title }) => title)
    expect(of(one.id)).toHaveLength(most)
    expect(of(one.id)[0]).toContain(`第${most}篇`)
    expect(of(two.id)).toEqual([expect.stringContaining('第0篇')])
  })

  it('names the files of a template that show it, as they are now', async () => {
    const admin = await server().as('admin')
    const file = await aFile('背景.zip')
    const said = async () => (await admin.ok('attachment.usage', { ids: [file.id] })).map(({ title }) => title)
    const write = (name: string, text: string) => putTemplateFiles(server().deps, 'portfolio', [[name, text]])
    await write('用图.css', `body { background: url(${file.accessPath}) }`)
    await write('说明.txt', file.accessPath)
    expect(await said()).toEqual(['风尚作品集（用图.css）'])
    for (const name of ['a.html', 'b.html', 'c.js']) await write(name, `<img src="http://cms${file.accessPath}">`)
    expect(await said()).toEqual([expect.stringMatching(/^风尚作品集（.+、.+、.+ 等 4 个文件）$/)])
    for (const name of ['用图.css', 'a.html', 'b.html', 'c.js']) await write(name, 'nothing')
    expect(await said()).toEqual([])
  })
})
