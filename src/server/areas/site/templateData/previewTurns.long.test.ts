import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const ENDLESS = '{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}'
const [ASKED, DRAWN] = [20, 5]

onBothDatabases('previews of a template file', (server) => {
  it('of one account are drawn one at a time: others beyond a few are refused, and nobody else waits', async () => {
    const admin = await server().as('admin')
    const { siteId } = await columnNamed(admin, '集团新闻')
    const { id, folder } = await buildTemplate(admin, { files: { 'news.html': '<h1>新闻</h1>' } })
    const { db } = server().deps
    await db.updateTable('site').set({ templateId: id }).where('id', '=', siteId).execute()
    await grantExactly(db, 'editor', [{ siteId, menuId: MENU.templates, settings: [] }])
    const other = await server().as('editor')
    const file = { folder, siteId, path: 'news.html' }
    let ended = 0
    const endless = Array.from({ length: ASKED }, async () => {
      const files = [{ path: file.path, content: ENDLESS }]
      const { status } = await admin.call('templateData.preview', { ...file, files })
      if (status !== 429) ended += 1
      return status
    })
    expect(await other.call('templateData.preview', file)).toMatchObject({ status: 200 })
    expect(ended, 'most of the endless ones still wait for their turn').toBeLessThan(DRAWN - 1)
    const statuses = await Promise.all(endless)
    expect(statuses.filter((status) => status === 429)).toHaveLength(ASKED - DRAWN)
  }, 120_000)
})
