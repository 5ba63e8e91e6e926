import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  aColumnFacts,
  anEntry,
  aSiteFacts,
  type EngineEntry,
  type EngineSite,
  engineSource,
} from '#tests/builders/engineSite.ts'
import { type BuiltPage, buildSite, type BuiltSite, SiteIndex } from './index.ts'

const FILES = {
  'base.html':
    '{% seo %}{% nav %}{{ item.title }}{{ item.active }}{% endnav %}{% block main %}{% endblock %}{% mourning %}',
  'index.html': `{% layout 'base' %}{% block main %}{% list column: 1, size: 3, flag: '首页推荐' %}{{ article.title }}{% endlist %}{% list column: 2, size: 2 %}{{ article.content | summary: 5 }}{% endlist %}{% endblock %}`,
  'list.html': `{% layout 'base' %}{% block main %}{% pages %}{{ pages.total }}{{ pages.next }}{% endpages %}{% list size: 3 %}{{ article.url }} {{ article.title }}{% endlist %}{% endblock %}`,
  'detail.html': `{% layout 'base' %}{% block main %}{{ article.title }}{{ article.content }}{% neighbours %}{{ previous.title }}|{{ next.title }}{% endneighbours %}{% related size: 2 %}{{ article.title }}{% endrelated %}{% labels %}{{ label.title }}{% endlabels %}{% for one in article.related %}{{ one.title }}{% endfor %}{% endblock %}`,
}
const start = (): Required<Pick<EngineSite, 'site' | 'columns' | 'entries' | 'labels' | 'files'>> => ({
  site: aSiteFacts(),
  columns: [aColumnFacts(1, '新闻', 'news'), aColumnFacts(2, '动态', 'more', { parentId: 1 })],
  entries: Array.from({ length: 8 }, (_none, at) => anEntry(at + 1, (at % 2) + 1, `文章${at + 1}`)),
  labels: [{ id: 7, title: '海洋', category: '' }],
  files: FILES,
})
type World = ReturnType<typeof start>

const edit = (world: World, at: number, change: (entry: EngineEntry) => Partial<EngineEntry>): World => ({
  ...world,
  entries: world.entries.map((entry, index) =>
    index === at % world.entries.length
      ? anEntry(entry.id, entry.columnId, entry.title, { ...entry, ...change(entry) })
      : entry,
  ),
})
type Change = (world: World) => World
const at = fc.nat(20)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(at, fc.string({ maxLength: 5 })).map(
    ([n, text]): Change =>
      (w) =>
        edit(w, n, (e) => ({ fields: { ...e.fields, title: text } })),
  ),
  at.map(
    (n): Change =>
      (w) =>
        edit(w, n, () => ({ body: `<p>新正文${n}</p>` })),
  ),
  fc.tuple(at, fc.nat(3)).map(
    ([n, sort]): Change =>
      (w) =>
        edit(w, n, () => ({ sort })),
  ),
  fc.tuple(at, fc.nat(4095)).map(
    ([n, promotions]): Change =>
      (w) =>
        edit(w, n, () => ({ promotions })),
  ),
  fc.tuple(at, fc.nat(20)).map(
    ([n, id]): Change =>
      (w) =>
        edit(w, n, (e) => ({ fields: { ...e.fields, related: String(id) } })),
  ),
  at.map(
    (n): Change =>
      (w) =>
        edit(w, n, (e) => ({ fields: { ...e.fields, labels: '7' } })),
  ),
  at.map((n): Change => (w) => ({
    ...w,
    entries: w.entries.filter((_entry, index) => index !== n || w.entries.length < 3),
  })),
  fc.tuple(fc.integer({ min: 50, max: 99 }), fc.integer({ min: 1, max: 2 })).map(([id, columnId]): Change => (w) => ({
    ...w,
    entries: [...w.entries.filter((entry) => entry.id !== id), anEntry(id, columnId, `新文章${id}`)],
  })),
  fc.boolean().map((grayscale): Change => (w) => ({ ...w, site: { ...w.site, grayscale } })),
  fc.string({ maxLength: 4 }).map((title): Change => (w) => ({ ...w, labels: [{ id: 7, title, category: '' }] })),
  fc.constantFrom('/n/{id}.html', '/news/{year}/{id}.html').map((url): Change => (w) => ({
    ...w,
    columns: w.columns.map((column) => (column.id === 1 ? { ...column, detailUrls: [url] } : column)),
  })),
  fc.constantFrom(2, 4).map((size): Change => (w) => ({
    ...w,
    files: { ...w.files, 'list.html': FILES['list.html'].replace('size: 3', `size: ${size}`) },
  })),
)

/** The site after a build: what was drawn, else what was there. */
function build(world: World, before: BuiltSite, html: ReadonlyMap<string, string>) {
  const { steps } = buildSite(new SiteIndex(engineSource(world)), before, { columns: null })
  const built = new Map<string, BuiltPage>()
  const pages = new Map<string, string>()
  let drawn = 0
  for (const step of steps) {
    const { path } = step.built.page
    built.set(path, step.built)
    pages.set(path, step.html ?? html.get(path) ?? '')
    if (step.html !== null) drawn += 1
  }
  return { built, pages, drawn }
}

it('an incremental build equals a full one byte for byte after any edits, publishes, deletions and settings', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (rounds) => {
        let world = start()
        let site = build(world, new Map(), new Map())
        for (const changes of rounds) {
          world = changes.reduce((now, each) => each(now), world)
          site = build(world, site.built, site.pages)
          expect(Object.fromEntries(site.pages)).toEqual(Object.fromEntries(build(world, new Map(), new Map()).pages))
        }
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)

it('publishing an article draws its page, its lists, its neighbours and the home page, not the site', () => {
  const world = {
    ...start(),
    entries: Array.from({ length: 200 }, (_none, at) => anEntry(at + 1, (at % 2) + 1, `文章${at + 1}`)),
  }
  const first = build(world, new Map(), new Map())
  expect(build(world, first.built, first.pages).drawn).toBe(0)
  const changed = {
    ...world,
    files: { ...FILES, 'detail.html': '{{ article.title }}{% neighbours %}{{ next.title }}{% endneighbours %}' },
  }
  const plain = build(changed, new Map(), new Map())
  const published = {
    ...changed,
    entries: [...changed.entries, anEntry(500, 1, '刚发布', { date: '2026-01-01 00:00:00' })],
  }
  const next = build(published, plain.built, plain.pages)
  // Its own page, one neighbour, and pages of the two lists that tell their total; of 270 in all.
  expect(next.pages.size).toBeGreaterThan(270)
  const details = [...next.pages.keys()].filter((path) => /\/\d+\.html$/.test(path))
  const drawnDetails = details.filter((path) => plain.pages.get(path) !== next.pages.get(path))
  expect(drawnDetails.length).toBeLessThanOrEqual(2)
})
