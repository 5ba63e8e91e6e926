import { expect, it } from 'vitest'
import { columnNamed } from '#tests/builders/column.ts'
import { startTestServer } from '#tests/integration/server/harness/server.ts'
import { DRAW_TIMEOUT_MS, type DrawResult, type DrawTask } from './drawTask.ts'
import { readEntryBatches } from './facts.ts'
import { readSite } from './site.ts'
import { runSiteThread } from './siteThread.ts'

/** MB: small, so that a few lists fill it. */
const MB = 40

it('a template that takes all memory fails its page, and neither the server nor the next page', async () => {
  const server = await startTestServer()
  try {
    const { db } = server.deps
    const { id: columnId, siteId } = await columnNamed(await server.as('admin'), '集团新闻')
    const bundle = await readSite(server.deps, db, siteId)
    const draw = (text: string) =>
      runSiteThread<DrawTask, never, DrawResult>(new URL('./draw.worker.ts', import.meta.url), {
        bundle: {
          ...bundle,
          template: { ...bundle.template, files: [['list.html', { text, revision: text, size: text.length }]] },
        },
        task: { columnId, entryId: 0, bodies: {} },
        entries: readEntryBatches(db, siteId),
        db,
        heapMb: MB,
        timeoutMs: DRAW_TIMEOUT_MS * 3,
      }).catch((error: Error) => ({ html: null, problem: { message: error.message } }))
    const lists = '{% assign b = a | concat: a %}{% assign c = b | concat: b %}{% assign d = c | reverse %}{{ d.size }}'
    for (const attack of [
      `{% assign a = (1..2000000) %}${lists}`,
      '{% assign a = (1..2000000) | group_by_exp: "i", "i" %}',
      `{% assign a = "&" %}{% for i in (1..20) %}{% assign a = a | append: a %}{% endfor %}{% assign all = "" | split: "" %}{% for i in (1..20) %}{% assign x = a | escape %}{% assign all = all | push: x %}{% endfor %}`,
    ]) {
      const { html, problem } = await draw(attack)
      expect([html, problem?.message]).toEqual([null, expect.stringMatching(/数据过多|内存过多|时间过长|超时/)])
      expect(await draw('{{ column.title }}')).toMatchObject({ html: '集团新闻' })
    }
    expect((await fetch(new URL('api/rsa/publicKey', server.url))).status).toBe(200)
  } finally {
    await server.close()
  }
}, 180_000)
