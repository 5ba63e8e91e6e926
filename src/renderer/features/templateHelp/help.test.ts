import { describe, expect, it } from 'vitest'
import { FILTERS, TAGS } from '#engine/catalogue/index.ts'
import { templateHelp } from './help.ts'

const NAMES = {
  files: ['index.html', 'parts/header.html', 'css/site.css'],
  columns: [{ id: 3, title: '集团新闻', identifies: 'news', code: 'group' }],
  fields: [
    { name: 'source', title: '来源', type: 'SingleLine', columns: ['集团新闻', '行业新闻'] },
    { name: 'photos', title: '图集', type: 'BatchPhoto', columns: ['集团新闻'] },
    { name: 'related', title: '相关', type: 'RelationContent', columns: ['集团新闻'] },
  ],
}
const help = templateHelp(NAMES)
/** Where `¦` stands. */
const cursor = (marked: string): [string, number] => [marked.replace('¦', ''), marked.indexOf('¦')]
const labels = (marked: string): string[] => help.suggest(...cursor(marked))?.items.map(({ label }) => label) ?? []
/** The text after the suggestion with this label was taken. */
function taken(marked: string, label: string): string | undefined {
  const [text, offset] = cursor(marked)
  const found = help.suggest(text, offset)
  const item = found?.items.find((each) => each.label === label)
  return found && item ? text.slice(0, found.from) + item.insert + text.slice(found.to) : undefined
}
const said = (marked: string): string => help.explain(...cursor(marked))?.text ?? ''

describe('completion of template tags', () => {
  it('offers every tag of the catalogue, with its body and end', () => {
    expect(labels('{% ¦')).toEqual(TAGS.map(({ name }) => name))
    expect(taken('<p>{% li¦', 'list')).toBe('<p>{% list$1 %}\n\t$0\n{% endlist %}')
    expect(taken('{% se¦', 'seo')).toBe('{% seo$1 %}$0')
    expect(taken('{% li¦ %}', 'list')).toBe('{% list %}')
    // The editor has closed the brace by itself.
    expect(taken('{% li¦}</p>', 'list')).toBe('{% list$1 %}\n\t$0\n{% endlist %}</p>')
    expect(taken('{% include¦', 'include')).toBe('{% include "$1" %}$0')
  })

  it('offers the end of the block that is open first', () => {
    expect(labels('{% list %}{% if a %}{% endif %}{% ¦').slice(0, 2)).toEqual(['endlist', 'else'])
    expect(taken('{% list %}{% e¦', 'endlist')).toBe('{% list %}{% endlist %}')
  })

  it('offers filters, parameters and their values', () => {
    expect(labels('{{ article.date | ¦')).toEqual(FILTERS.map(({ name }) => name))
    expect(taken('{{ a | da¦ }}', 'date')).toBe('{{ a | date:  }}')
    expect(labels('{% list ¦').slice(0, 3)).toEqual(['column', 'size', 'order'])
    expect(labels('{% list size: 3, ¦')).toContain('order')
    expect(labels("{% list order: '¦")).toEqual(['default', 'date', 'date_asc', 'id', 'id_asc', 'title', 'hits'])
    expect(taken('{% list order: ¦ %}', 'hits')).toBe('{% list order: "hits" %}')
    expect(labels("{% list flag: '首页推荐, ¦'")).toContain('首页置顶')
    expect(labels('{% list column: "¦')).toEqual(['news', 'group', '集团新闻'])
    expect(labels('{% list where: "¦')).toEqual(['source', 'photos', 'related'])
  })

  it('offers variables where they can be used, and no others', () => {
    expect(labels('{{ ¦')).toEqual(['site', 'column', 'top', 'article', 'seo', 'page'])
    expect(labels('{% crumbs %}{{ ¦')).toContain('crumb')
    expect(labels('{% crumbs %}{% endcrumbs %}{{ ¦')).not.toContain('crumb')
    expect(labels('{% for child in column.children %}{% if ¦')).toContain('child')
    expect(labels('{% assign first = column.top %}{{ ¦')).toContain('first')
  })

  it('offers the fields of what a variable holds, those of the columns included', () => {
    expect(labels('{{ article.¦')).toEqual(expect.arrayContaining(['title', 'indexElite', 'source', 'photos']))
    expect(labels('{{ article.column.¦')).toContain('enTitle')
    expect(labels('{{ site.¦')).not.toContain('source')
    expect(labels('{% for child in column.children %}{{ child.article.¦')).toContain('source')
    expect(labels('{% for photo in article.photos %}{{ photo.¦')).toEqual(expect.arrayContaining(['url', 'subTitle']))
    expect(labels('{{ article.related.first.¦')).toContain('source')
    expect(labels('{% assign here = column.top %}{{ here.¦')).toContain('children')
    expect(labels('{{ unknown.¦')).toEqual([])
    // Of a list: how many there are, and its two ends.
    expect(labels('{{ article.related.¦')).toEqual(['size', 'first', 'last'])
    expect(labels('{{ column.children.¦')).toEqual(['size', 'first', 'last'])
    expect(labels('{{ column.children.last.¦')).toContain('enTitle')
    expect(labels('{{ article.photos[0].¦')).toEqual(expect.arrayContaining(['url', 'subTitle']))
    expect(labels('{{ column.children.size.¦')).toEqual([])
  })

  it('offers the files that fit', () => {
    expect(labels('{% include "¦')).toEqual(['index.html', 'parts/header.html'])
    expect(taken('{% include "par¦ts/x" %}', 'parts/header.html')).toBe('{% include "parts/header.html" %}')
    expect(labels('{{ "¦" | asset }}')).toEqual(['css/site.css'])
  })

  it('says nothing outside of tags', () => {
    expect(labels('<p class="¦')).toEqual([])
    expect(labels('{{ site.title }} ¦')).toEqual([])
    expect(labels('{% list %} ¦')).toEqual([])
  })

  it('knows the catalogue before the names of the template are there', () => {
    const early = templateHelp(null)
    expect(early.suggest('{{ article.', 11)?.items.map(({ label }) => label)).toContain('title')
    expect(early.suggest('{% include "', 12)).toBeNull()
  })
})

describe('what is said of a word', () => {
  it.each([
    ['{% li¦st size: 3 %}', '逐条显示栏目的文章'],
    ['{% endli¦st %}', '逐条显示栏目的文章'],
    ['{% list si¦ze: 3 %}', '每页条数'],
    ['{{ a | sum¦mary: 3 }}', '去掉标记后的前若干个字'],
    ['{{ site.ti¦tle }}', '站点名称'],
    ['{{ article.sour¦ce }}', '来源（集团新闻、行业新闻）'],
    ['{% neighbours %}{{ prev¦ious.url }}', '上一篇，可能没有'],
  ])('%s: %s', (marked, text) => {
    expect(said(marked)).toContain(text)
  })

  it('is nothing where nothing is known', () => {
    for (const marked of ['<d¦iv>', '{{ nobo¦dy }}', '{{ "te¦xt" }}', '{% nota¦g %}']) expect(said(marked)).toBe('')
  })
})
