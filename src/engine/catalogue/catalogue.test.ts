import { describe, expect, it } from 'vitest'
import { aColumnFacts, anEntry, engineSource } from '#tests/builders/engineSite.ts'
import { ArticleThing, ColumnThing, SiteThing } from '#engine/drops.ts'
import { buildSite, LIMITS, SiteIndex } from '#engine/index.ts'
import { PageState } from '#engine/pageState.ts'
import { SiteLiquid } from '#engine/siteLiquid.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { FILTERS, INNER_FILTERS, SNIPPETS, TAGS, THINGS, VARIABLES } from './index.ts'

const columns = [
  aColumnFacts(1, '新闻中心', 'news'),
  aColumnFacts(2, '集团新闻', 'group', { parentId: 1 }),
  aColumnFacts(3, '关于我们', 'about', { parentId: 1, menuType: 0 }),
]
const labels = [{ id: 7, title: '海洋', category: '主题' }]
const entries = [anEntry(1, 2, '第一篇', { fields: { labels: '7' } }), anEntry(2, 3, '关于我们')]
const siteWith = (files: Record<string, string>) =>
  new SiteIndex(engineSource({ columns, entries, labels, files: { 'css/site.css': '', ...files } }))

/** What a template makes of the home page. */
function drawn(text: string): string {
  const index = siteWith({
    'index.html': text,
    'base.html': '{% block main %}{% endblock %}',
    'header.html': 'top',
    'card.html': '',
  })
  const { steps, problems } = buildSite(index, new Map(), { columns: null })
  const home = requireValue(
    [...steps].find(({ built }) => built.page.path === 'index.html'),
    'the home page is planned',
  )
  expect([...problems, home.built.problem].filter(Boolean)).toEqual([])
  return home.html ?? ''
}

describe('the catalogue of template tags', () => {
  const liquid = new SiteLiquid()
  const names = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name).toSorted()

  it('has an entry for every tag that is registered, and none without a tag', () => {
    expect(names(TAGS)).toEqual(Object.keys(liquid.tags).toSorted())
  })

  it('has an entry for every filter that is registered, and none without a filter', () => {
    expect([...names(FILTERS), ...INNER_FILTERS].toSorted()).toEqual(Object.keys(liquid.filters).toSorted())
  })

  it.each(TAGS)('the example of the tag $name makes a page', ({ example }) => {
    expect(drawn(example)).not.toMatch(/\{%(?! raw)|undefined/)
  })

  it.each(FILTERS)('the example of the filter $name puts out what it says', ({ example, result }) => {
    const html = drawn(example)
    expect(html).toBe(result ?? html)
  })

  it.each(FILTERS)('each parameter in the example of the filter $name has a name', ({ name, example, parameters }) => {
    const given = new RegExp(`\\| ${name}: ((?:"[^"]*"|[^|}"])*)`).exec(example)?.[1] ?? ''
    const count = given === '' ? 0 : given.replaceAll(/"[^"]*"/g, 'x').split(',').length
    expect(parameters === '' ? 0 : parameters.split(', ').length).toBeGreaterThanOrEqual(count)
  })

  it('a summary has a hundred characters by itself, and the year is that of the day', () => {
    const long = '字'.repeat(120)
    expect(drawn(`{{ "${long}" | summary }}`)).toBe(`${'字'.repeat(100)}…`)
    expect(drawn(`{{ "${'字'.repeat(100)}" | summary }}`)).toBe('字'.repeat(100))
    expect(drawn('{{ site.year }}')).toMatch(/^\d{4}$/)
  })

  it('everything that has a name says what it is', () => {
    const all = [...TAGS, ...FILTERS, ...VARIABLES, ...Object.values(THINGS).flatMap(({ fields }) => fields)]
    expect(all.filter(({ title }) => title.trim() === '')).toEqual([])
  })

  it('every name and title is there once', () => {
    for (const list of [TAGS, FILTERS, VARIABLES, ...Object.values(THINGS).map(({ fields }) => fields)])
      expect(new Set(names(list)).size).toBe(list.length)
    expect(TAGS.filter(({ title, text }) => title === '' || !text.endsWith('。'))).toEqual([])
  })
})

describe('the fields of the catalogue', () => {
  const index = siteWith({ 'index.html': '', 'list.html': '', 'detail.html': '' })
  const { steps } = buildSite(index, new Map(), { columns: null })
  const page = requireValue(
    [...steps].find(({ built }) => built.page.kind === 'column'),
    'a column has a page',
  ).built.page
  const state = new PageState(index, page, { limits: LIMITS, unsaved: null, paging: null })
  const things = {
    site: [new SiteThing(state)],
    column: [...columns].map((column) => new ColumnThing(state, requireValue(index.column(column.id), 'the column'))),
    article: entries.map((entry) => new ArticleThing(state, requireValue(index.entry(entry.id), 'the entry'))),
  }

  it.each(Object.entries(things))('can all be read of %s, and no others', (thing, made) => {
    for (const { name } of THINGS[thing as keyof typeof things].fields)
      expect([name, made.some((each) => each.read(name) !== undefined)]).toEqual([name, true])
    for (const name of [
      'constructor',
      'domains',
      'countScript',
      'listUrls',
      'fields',
      'columnId',
      'revision',
      '#state',
    ])
      expect([name, made.some((each) => each.read(name) !== undefined)]).toEqual([name, false])
  })

  it.each([
    ['crumb', '{% crumbs %}{{ crumb | json }}{% endcrumbs %}'],
    ['seo', '{{ seo | json }}'],
    ['page', '{{ page | json }}'],
    ['forloop', '{% nav %}{{ forloop | json }}{% endnav %}'],
    ['label', '{% labels %}{{ label | json }}{% endlabels %}'],
  ] as const)('are those of %s', (thing, text) => {
    const html = drawn(text).replaceAll('&quot;', '"')
    const keys = Object.keys(JSON.parse(/^\{.*?\}/.exec(html)?.[0] ?? '{}') as object).toSorted()
    expect(keys).toEqual(THINGS[thing].fields.map(({ name }) => name).toSorted())
  })
})

describe('the snippets of the editor', () => {
  it('are the five of the document [A-104]', () => {
    expect(SNIPPETS.map((each) => each.title)).toEqual([
      '列表',
      '当前位置',
      '上一篇下一篇',
      '分页',
      '当前栏目 banner 图',
    ])
  })

  it.each(SNIPPETS)('$title closes every block that it opens, in order', ({ text }) => {
    const open: string[] = []
    for (const [, end, name] of text.matchAll(/\{%-?\s*(end)?(\w+)/g)) {
      if (end) expect(open.pop()).toBe(name)
      else if (name !== 'else') open.push(String(name))
    }
    expect(open).toEqual([])
  })
})
