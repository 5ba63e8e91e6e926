import { expect, it } from 'vitest'
import { aColumnFacts, anEntry, aSiteFacts, engineSource } from '#tests/builders/engineSite.ts'
import { planSite, Renderer, SiteIndex } from './index.ts'

/** Parts that are the same everywhere, by column, by kind of page or by page, and such as may not be shared at all. */
const PARTS: readonly string[] = [
  '{% nav %}{{ item.title }}{% if item.active %}*{% endif %}{% if item.current %}!{% endif %}{% endnav %}',
  `{% list column: 'news', size: 3 %}{{ article.title }}{% if article.current %}!{% endif %}{{ forloop.index }}{% else %}-{% endlist %}`,
  `{% list column: 'news', size: 2 %}{{ article.title }}@{{ column.title }}{% endlist %}`,
  `{% list column: 'news', size: 2 %}{{ page.kind }}{{ page.number }}{% endlist %}`,
  `{% list column: 'news', size: 2 %}{{ seo.title }}{% endlist %}`,
  `{% channel column: 'more' %}{{ channel.title }}{% if channel.active %}*{% endif %}{% list size: 1 %}{{ article.title }}{% endlist %}{% endchannel %}`,
  '{% crumbs %}{{ crumb.title }}/{% endcrumbs %}',
  '{% neighbours %}{{ previous.title }}|{{ next.title }}{% endneighbours %}{% related size: 2 %}{{ article.title }}{% endrelated %}',
  `{% assign at = page.number %}{% list column: 'news', size: 1 %}{{ at }}{% endlist %}`,
  `{% list column: 'news', size: 2 %}{% assign last = article.title %}{% endlist %}{{ last }}`,
  `{% list column: 'news', size: 2 %}{% cycle 'a', 'b', 'c' %}{% endlist %}{% cycle 'a', 'b', 'c' %}`,
  `{% list column: 'news', size: 2 %}{% increment n %}{% endlist %}{% increment n %}`,
  `{% list column: 'news', size: 2 %}{% mourning %}{% endlist %}`,
  `{% for one in (1..2) %}{% list column: 'news', size: 2 %}{{ one }}{% break %}{% endlist %}{% endfor %}`,
  `{% list column: 'news', size: 3 %}{{ article.title }}{% break %}{% endlist %}more`,
  `{% list column: 'news', size: 1 %}{% block inside %}{{ column.title }}{% endblock %}{% endlist %}`,
  `{% list column: 'news', size: 1 %}{% include 'part' %}{% endlist %}{% render 'part' %}`,
  `{% article column: 'more' %}{{ article.content }}{% endarticle %}{% labels %}{{ label.title }}{% endlabels %}`,
]

it.each(PARTS)('a page drawn after others is what it is alone, with what it was made from: %s', (part) => {
  const source = engineSource({
    site: aSiteFacts({ grayscale: true }),
    columns: [
      aColumnFacts(1, '新闻', 'news', { identifies: 'news' }),
      aColumnFacts(2, '动态', 'more', { parentId: 1, identifies: 'more' }),
    ],
    entries: Array.from({ length: 6 }, (_none, at) => anEntry(at + 1, (at % 2) + 1, `文章${at + 1}`)),
    labels: [{ id: 7, title: '海洋', category: '' }],
    files: {
      'layout.html': `${part}{% block main %}{% endblock %}${part}`,
      'part.html': `{{ column.title }}{{ article.title }}{% list column: 'news', size: 1 %}{{ article.title }}{% endlist %}`,
      'index.html': `{% layout 'layout' %}{% block main %}home{% endblock %}`,
      'list.html': `{% layout 'layout' %}{% block inside %}list{% endblock %}{% block main %}${part}{% list size: 2 %}{{ article.title }}{% endlist %}{% endblock %}`,
      'detail.html': `${part}{{ article.title }}${part}`,
    },
  })
  const index = new SiteIndex(source)
  const { pages } = planSite(index)
  expect(pages.length).toBeGreaterThan(6)
  const shared = new Renderer(index)
  for (const page of [...pages, ...pages.toReversed()]) {
    const together = shared.render(page)
    expect(together.problem).toBeNull()
    expect({ page, ...together }).toEqual({ page, ...new Renderer(index).render(page) })
  }
})
