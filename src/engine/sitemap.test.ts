import { expect, it } from 'vitest'
import { aColumnFacts, anEntry, aSiteFacts, engineSource } from '#tests/builders/engineSite.ts'
import { SiteIndex } from './index.ts'
import type { PlannedPage } from './plan.ts'
import { originOf, createRobots, sitemapEntries, createSitemap } from './sitemap.ts'

const page = (kind: PlannedPage['kind'], path: string, columnId = 0, entryId = 0) =>
  ({ kind, path, columnId, entryId }) as PlannedPage
const source = {
  columns: [
    { id: 1, parentId: 0 },
    { id: 2, parentId: 1 },
  ],
  rules: new Map(),
  dateOf: () => '',
}

it.each([
  [[], ''],
  [['www.a.example', 'b.example'], 'https://www.a.example'],
  [['http://a.example//'], 'http://a.example'],
  [['HTTPS://a.example/'], 'HTTPS://a.example'],
])('the address of a site with the domains %j is “%s”', (domains, origin) => {
  expect(originOf({ domains })).toBe(origin)
})

it('names the home page, the columns by their address, then the newest entries, and no page that is not found', () => {
  const pages = [
    page('entry', 'a/1.html', 1, 1),
    page('column', 'b/index.html', 2),
    page('notFound', '404.html'),
    page('entry', 'b/3.html', 2, 3),
    page('column', 'a/index.html', 1),
    page('entry', 'a/3.html', 1, 3),
    page('home', 'index.html'),
  ]
  const dates: Record<number, string> = { 1: '2026-03-02 09:00:00', 3: 'bad' }
  const entries = sitemapEntries({ ...source, dateOf: (id) => dates[id] ?? '' }, pages)
  expect(entries.map((entry) => [entry.page.path, entry.lastmod])).toEqual([
    ['index.html', ''],
    ['a/index.html', ''],
    ['b/index.html', ''],
    ['a/3.html', ''],
    ['b/3.html', ''],
    ['a/1.html', '2026-03-02'],
  ])
})

it('names 50,000 pages at most, the oldest entries are left out', () => {
  const pages = Array.from({ length: 50_001 }, (_none, at) => page('entry', `a/${at + 1}.html`, 1, at + 1))
  const entries = sitemapEntries(source, pages)
  expect([entries.length, entries[0]?.page.entryId, entries.at(-1)?.page.entryId]).toEqual([50_000, 50_001, 2])
})

it('is XML of whole addresses, and nothing without a domain', () => {
  const given = (domains: string[]) =>
    new SiteIndex(
      engineSource({
        site: aSiteFacts({ domains }),
        columns: [aColumnFacts(1, '新闻', 'news')],
        entries: [anEntry(4, 1, '第四篇')],
        files: {},
      }),
    )
  const index = given(['www.a.example'])
  const pages = [page('entry', 'a&b/4.html', 1, 4)]
  const xml = createSitemap(index, pages) ?? ''
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n/,
  )
  expect(xml).toContain('<url><loc>https://www.a.example/a&amp;b/4.html</loc><lastmod>2026-03-05</lastmod>')
  expect(xml.endsWith('</url>\n</urlset>\n')).toBe(true)
  expect(createSitemap(given([]), pages)).toBeNull()
  expect(createRobots(index)).toBe('User-agent: *\nAllow: /\n\nSitemap: https://www.a.example/sitemap.xml\n')
  expect(createRobots(given([]))).toBe('User-agent: *\nAllow: /\n')
})
