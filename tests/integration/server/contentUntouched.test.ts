import { expect, it } from 'vitest'
import { entryText } from '#shared/domain/entry.ts'
import { archivedArticles } from '#tests/builders/archive.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

onBothDatabases('an article that another system wrote', (server) => {
  it('stays letter by letter when it is opened and saved; once it is changed it is cleaned', async () => {
    const client = await server().as('admin')
    const { db } = server().deps
    const { id: classId } = await emptyColumn(client)
    for (const { name, html } of archivedArticles(20)) {
      const content = `${html}<iframe src="https://example.com/"></iframe>\r\n<p style="COLOR:red" data-x=1>末</p>`
      const { id } = await saveArticle(client, classId)
      await db
        .updateTable('content_body')
        .set({ bodies: JSON.stringify({ content }) })
        .where('contentId', '=', id)
        .execute()
      const opened = await client.ok('content.findById', { classId, id })
      const value = entryText(opened, 'content')
      expect(value, name).toBe(content)
      await saveArticle(client, classId, { title: '新的标题', content: value }, { id, version: opened.version })
      const after = await client.ok('content.findById', { classId, id })
      expect(after.title).toBe('新的标题')
      expect(entryText(after, 'content'), name).toBe(content)
      await saveArticle(client, classId, { content: `${value}<p>又</p>` }, { id, version: after.version })
      const changed = await client.ok('content.findById', { classId, id })
      const kept = entryText(changed, 'content')
      expect(kept, name).not.toMatch(/iframe|data-x/)
      expect(kept).toContain('<p>又</p>')
    }
  })
})
