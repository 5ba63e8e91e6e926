import { planSite, Renderer, SiteIndex } from '#engine/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { engineSource } from '#tests/builders/engineSite.ts'
import { aColumnFacts, aSiteFacts } from '#tests/builders/engineSite.ts'
import { article, codeOf, columnsOf, columnTitle } from './articles.ts'
import { TEMPLATES } from './site.ts'

const at = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0

/** Render time of each page of the site, including sanitizing. */
export function renderTimes(articles: number): string {
  const columns = Array.from({ length: columnsOf(articles) }, (_none, n) =>
    aColumnFacts(n + 1, columnTitle(n + 1), codeOf(n + 1), {
      identifies: codeOf(n + 1),
      fields: ['title', 'source', 'summary', 'content'].map((name) => ({
        name,
        type: name === 'content' ? ('Editor' as const) : ('SingleLine' as const),
      })),
    }),
  )
  const all = Array.from({ length: articles }, (_none, n) => article(n))
  const bodies = new Map(all.map(({ id, body }) => [id, body]))
  const entries = all.map(({ id, column, title, date, source, summary }) => ({
    id,
    columnId: column,
    title,
    date,
    sort: 0,
    promotions: 0,
    hits: 0,
    revision: '1',
    fields: { title, source, summary },
    body: '',
  }))
  const source = {
    ...engineSource({ site: aSiteFacts(), columns, entries, files: TEMPLATES }),
    bodies: ({ id }: { id: number }) => ({ content: sanitizeHtml(bodies.get(id) ?? '') }),
  }
  const index = new SiteIndex(source)
  const renderer = new Renderer(index)
  const times: number[] = []
  for (const page of planSite(index).pages) {
    const began = performance.now()
    const { problem } = renderer.render(page)
    times.push(performance.now() - began)
    if (problem) throw new Error(JSON.stringify(problem))
  }
  times.sort((a, b) => a - b)
  return `a page drawn: median ${at(times, 0.5).toFixed(2)} ms, p95 ${at(times, 0.95).toFixed(2)} ms, longest ${at(times, 1 - 1e-9).toFixed(1)} ms of ${times.length}`
}
