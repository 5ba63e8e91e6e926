import { expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const SITE = 1

onBothDatabases('the content delivery API', (server) => {
  it('answers no page whose texts are too large, names the remedy, and many at once wait for their turns', async () => {
    const { nobody } = server()
    const admin = await server().as('admin')
    const { id: column } = await emptyColumn(admin)
    const content = `<p>${'长'.repeat(2_000_000)}</p>`
    const ids: number[] = []
    for (const title of ['一', '二', '三']) ids.push((await saveArticle(admin, column, { title, content })).id)
    await admin.ok('delivery.save', { siteId: SITE, mode: 'public' })
    const asked = { siteId: SITE, column: String(column) }
    expect(await nobody.call('delivery.entries', { ...asked, full: true })).toMatchObject({
      status: 413,
      msg: expect.stringMatching(/^当前页的内容共 .*，一次最多 16.*请减小每页条数（size）/),
    })
    expect((await nobody.ok('delivery.entries', asked)).content).toHaveLength(3)
    expect((await nobody.ok('delivery.entries', { ...asked, full: true, size: 2 })).content).toHaveLength(2)
    // More than may be in memory at once: each is answered in its turn, and none is refused.
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_none, at) => nobody.call('delivery.entry', { siteId: SITE, id: ids[at % 3] ?? 0 })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
