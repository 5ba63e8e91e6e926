import { describe, expect, it } from 'vitest'
import { aColumnFacts, anEntry, aSiteFacts, type EngineSite, engineSource } from '#tests/builders/engineSite.ts'
import { packPromotions } from '#shared/domain/promotions.ts'
import { SNIPPETS } from '#engine/catalogue/index.ts'
import { buildSite, SiteIndex } from './index.ts'

const news = aColumnFacts(1, '新闻中心', 'news')
const columns = [
  news,
  aColumnFacts(2, '集团新闻', 'group', {
    parentId: 1,
    listUrls: ['/news/group/'],
    detailUrls: ['/news/group/{year}/{id}.html'],
  }),
  aColumnFacts(3, '关于我们', 'about', { menuType: 0, listTemplates: ['page.html'] }),
  aColumnFacts(4, '轮播图', '', {
    identifies: 'banner',
    listUrls: [],
    detailUrls: [],
    showFront: false,
    fields: [
      { name: 'title', type: 'SingleLine' },
      { name: 'photo', type: 'Photo' },
    ],
  }),
]
const entries = [
  anEntry(1, 2, '第一篇', { fields: { source: '本站', labels: '7' } }),
  anEntry(2, 2, '第二篇', { promotions: packPromotions({ indexElite: true }), fields: { related: '1' } }),
  anEntry(3, 2, '第三篇', { sort: 9, fields: { labels: '7' } }),
  anEntry(4, 3, '关于我们', { body: '<p>简介</p>' }),
  anEntry(5, 4, '新闻中心', { fields: { photo: '/files/2026/11/b.png' } }),
]
const labels = [{ id: 7, title: '海洋', category: '主题' }]

/** The pages that these templates make, by path. */
function pagesOf(files: Record<string, string>, change: Partial<EngineSite> = {}) {
  const given = { 'index.html': '', 'list.html': '', 'detail.html': '', 'page.html': '', ...files }
  const { steps, problems } = buildSite(
    new SiteIndex(engineSource({ columns, entries, labels, ...change, files: given })),
    new Map(),
    { columns: null },
  )
  const all = [...steps]
  return {
    html: new Map(all.map(({ built, html }) => [built.page.path, html?.replace(/\s+/g, ' ').trim() ?? null])),
    problems: [...problems, ...all.flatMap(({ built }) => built.problem ?? [])],
  }
}
const home = (text: string, change?: Partial<EngineSite>) =>
  pagesOf({ 'index.html': text }, change).html.get('index.html')
const detail = (text: string) => pagesOf({ 'detail.html': text }).html.get('news/group/2026/2.html')

describe('tags', () => {
  it.each([
    ['list', `{% list column: 'news/group' %}{{ article.title }},{% endlist %}`, '第三篇,第二篇,第一篇,'],
    [
      'list by title',
      `{% list column: '集团新闻', size: 1 %}{{ article.url }}{% endlist %}`,
      '/news/group/2026/3.html',
    ],
    ['list with the columns below', `{% list column: 1, order: 'id' %}{{ article.id }}{% endlist %}`, '321'],
    ['list without them', `{% list column: 1, children: false %}{{ article.id }}{% else %}空{% endlist %}`, '空'],
    ['list by place', `{% list column: 1, flag: '首页推荐' %}{{ article.id }}{% endlist %}`, '2'],
    [
      'list with those on top',
      `{% list column: 1, top: '首页推荐', order: 'id_asc' %}{{ article.id }}{% endlist %}`,
      '213',
    ],
    ['list by field', `{% list column: 1, where: 'source = 本站' %}{{ article.id }}{% endlist %}`, '1'],
    ['list by label', `{% list column: 1, label: 7 %}{{ article.id }}{% endlist %}`, '31'],
    ['list from the second on', `{% list column: 1, offset: 1, size: 1 %}{{ article.id }}{% endlist %}`, '2'],
    ['forloop', `{% list column: 1 %}{{ forloop.index }}{% if forloop.last %}。{% endif %}{% endlist %}`, '123。'],
    ['nav', `{% nav %}{{ item.title }}({{ item.children.size }}) {% endnav %}`, '新闻中心(1) 关于我们(0)'],
    [
      'channel',
      `{% channel column: 'about' %}{{ channel.url }} {{ channel.article.title }}{% endchannel %}`,
      '/about/ 关于我们',
    ],
    ['article', `{% article id: 1 %}{{ article.source }}{% endarticle %}`, '本站'],
    ['banner', `{% banner column: 2 %}{{ banner.url | image: 'small' }}{% endbanner %}`, '/thumbs/2026/11/b.png'],
    ['labels', `{% labels %}{{ label.category }}/{{ label.title }}{% endlabels %}`, '主题/海洋'],
    ['seo', '{% seo %}', '<title>集团官网</title>'],
    ['now is the day of the build', `{{ 'now' | date: '%Y-%m-%d %H:%M' }}`, '2026-11-23 00:00'],
  ])('%s', (_name, text, expected) => {
    expect(home(text)).toBe(expected)
  })

  it('crumbs, neighbours, related and labels of an article', () => {
    expect(detail('{% crumbs %}{{ crumb.title }}{% unless crumb.last %}>{% endunless %}{% endcrumbs %}')).toBe(
      '首页>新闻中心>集团新闻',
    )
    expect(detail('{% neighbours %}{{ previous.title }}|{{ next.title }}{% endneighbours %}')).toBe('第三篇|第一篇')
    expect(detail('{% related size: 2 %}{{ article.id }}{% endrelated %}')).toBe('31')
    expect(detail('{% for one in article.related %}{{ one.title }}{% endfor %}')).toBe('第一篇')
    expect(detail('{% labels %}x{% else %}没有{% endlabels %}')).toBe('没有')
  })

  it('pages of a list, also above it', () => {
    const pages = `{% pages %}{{ pages.number }}/{{ pages.count }} {{ pages.previous }} {{ pages.next }}{% endpages %}`
    const { html } = pagesOf({ 'list.html': `${pages}{% list size: 2 %}<i>{{ article.id }}</i>{% endlist %}` })
    expect(html.get('news/group/index.html')).toBe('1/2 /news/group/index_2.html<i>3</i><i>2</i>')
    expect(html.get('news/group/index_2.html')).toBe('2/2 /news/group/ <i>1</i>')
    expect(html.has('news/group/index_3.html')).toBe(false)
  })

  it('title, keywords and description fall back from the article to its column and the site', () => {
    const { html } = pagesOf(
      { 'detail.html': '{% seo %}' },
      {
        site: aSiteFacts({ seoKeywords: '站点词', seoDescription: '站点描述' }),
        columns: columns.map((column) => (column.id === 2 ? { ...column, seoKeywords: '栏目词' } : column)),
      },
    )
    expect(html.get('news/group/2026/1.html')).toBe(
      '<title>第一篇 - 集团官网</title> <meta name="keywords" content="栏目词"> <meta name="description" content="站点描述">',
    )
  })

  it('what is set for the whole site stands on each page, once, whether the template names it or not', () => {
    const site = aSiteFacts({
      grayscale: true,
      javascript: '<script>统计</script>',
      icp: '鲁ICP备1号',
      copyright: '<版权>',
    })
    const page = '<head></head><body>正文</body>'
    expect(home(page, { site })).toBe(
      '<head><style>html{filter:grayscale(100%)}</style> </head><body>正文<script>统计</script> </body>',
    )
    const named = home('<head>{% mourning %}</head><body>{% third_party %}{% copyright %}{% icp %}</body>', { site })
    expect(named?.match(/grayscale|统计/g)).toHaveLength(2)
    expect(named).toContain('&lt;版权&gt;<a href="https://beian.miit.gov.cn/"')
    expect(home(page)).toBe(page)
  })

  it('layouts, blocks, includes and files of the template', () => {
    const { html } = pagesOf({
      'base.html': '<link href="css/a.css"><link href="css/none.css">{% block main %}默认{% endblock %}',
      'index.html': `{% layout 'base' %}{% block main %}{{ block.super }}{% include 'parts/a' %}{% endblock %}`,
      'parts/a.html': `<b>{{ site.title }}</b>{% render './b', name: '<x>' %}`,
      'parts/b.html': '{{ name }}',
      'css/a.css': '',
    })
    expect(html.get('index.html')).toBe(
      '<link href="/css/a.css"><link href="css/none.css">默认<b>集团官网</b>&lt;x&gt;',
    )
  })

  it('the snippets of the editor make pages without a problem', () => {
    const all = SNIPPETS.map(({ text }) => text).join('\n')
    const { html, problems } = pagesOf({ 'list.html': all, 'detail.html': all, 'index.html': all })
    expect(problems).toEqual([])
    expect(html.get('news/group/index.html')).toContain(
      '<img class="banner" src="/files/2026/11/b.png" alt="新闻中心">',
    )
  })
})

describe('text of entries', () => {
  const evil = anEntry(9, 2, `<script>"'&</script>`, {
    fields: { source: ' java\nscript:alert(1)' },
    body: '<p onclick="x()">好<script>坏</script></p>',
  })
  const shown = (text: string) => home(`{% article id: 9 %}${text}{% endarticle %}`, { entries: [...entries, evil] })

  it.each([
    '',
    ' | raw',
    ' | escape',
    ' | append: "x" | raw',
    ' | newline_to_br',
    ' | upcase',
    ' | replace: "a", "<b>"',
  ])('never becomes markup by{{ article.title%s }}', (filter) => {
    expect(shown(`{{ article.title${filter} }}`)).not.toMatch(/<(?!br>)/)
  })
  it('is escaped once, and stays so through capture and assign', () => {
    expect(shown('{{ article.title | escape }}')).toBe('&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;')
    expect(shown('{% capture a %}<i>{{ article.title }}</i>{% endcapture %}{{ a }}')).toBe(
      '<i>&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;</i>',
    )
    expect(shown('{% assign a = article.title %}{{ a }}')).not.toContain('<')
  })
  it.each([
    '<a href="{{ article.source | escape }}">',
    '<a href={{ article.source }}>',
    `<a href='{% if article.source == "x" %}/x{% else %}{{ article.source }}{% endif %}'>`,
    '<a href="{% if article.source %}{{ article.source }}{% endif %}">',
    '<a href="{% if nothing %}/x{% endif %}{{ article.source | raw }}">',
    '{% capture c %}{{ article.source }}{% endcapture %}<a href="{{ c }}">',
    '{% assign c = article.source | escape %}<form action="{{- c -}}">',
    '<svg><a xlink:href="{{ article.source }}">',
    '<img src="" data="unfinished><a href=\'{{ article.source }}\'>',
  ])('is no script as a link, whatever stands around it: %s', (text) => {
    expect(shown(text)).not.toMatch(/java\s*script/)
  })
  it.each([
    ['<a href="{{ article.url | escape }}">', '<a href="/news/group/2026/9.html">'],
    ['{% capture c %}/a?b=1&c=2{% endcapture %}<a href="{{ c }}">', '<a href="/a?b=1&c=2">'],
    [
      '<a href="https://{{ site.domain }}/?t={{ article.source }}">',
      '<a href="https://www.group.example/?t= java script:alert(1)">',
    ],
    ['<a href="{% if article.url %}/x{% endif %}#{{ "a:b" }}">', '<a href="/x#a:b">'],
  ])('stays in a link as it is where it does no harm: %s', (text, made) => {
    expect(shown(text)).toBe(made)
  })
  it.each(['constructor', '__proto__', 'read', 'toString', 'hasOwnProperty', 'liquidMethodMissing'])(
    'and things have nothing of JavaScript: %s',
    (name) => {
      const text = ['site', 'column', 'article', 'article.content']
        .map((thing) => `{{ ${thing}.${name} }}{{ ${thing}["${name}"].${name} }}`)
        .join('')
      expect(shown(`{% channel column: 1 %}${text}{{ channel.${name} }}{% endchannel %}`)).toBe('')
    },
  )
  it('a field may have any name', () => {
    const names = ['read', 'constructor', 'size']
    const fields = names.map((name) => ({ name, type: 'SingleLine' }) as const)
    const own = anEntry(8, 6, '甲', { fields: Object.fromEntries(names.map((name) => [name, `<${name}>`])) })
    const change = { columns: [...columns, aColumnFacts(6, '乙', 'own', { fields })], entries: [own] }
    const text = names.map((name) => `{{ article.${name} }}`).join('')
    expect(home(`{% article id: 8 %}${text}{% endarticle %}`, change)).toBe(
      '&lt;read&gt;&lt;constructor&gt;&lt;size&gt;',
    )
    const inside = pagesOf(
      { 'one.html': '{{ it.read }}', 'index.html': "{% list column: 6 %}{% render 'one', it: article %}{% endlist %}" },
      change,
    )
    expect(inside.html.get('index.html')).toBe('&lt;read&gt;')
  })
  it('is no script as a link, and rich text is clean', () => {
    expect(shown('<a href="{{ article.source }}">x</a>')).toBe('<a href="#">x</a>')
    expect(shown('{{ article.content }}')).toBe('<p>好</p>')
  })
})

describe('a template with an error', () => {
  it.each([
    ['{% if a %}', '未结束', 1],
    ['一\n二\n{{ a | nothing }}', '没有过滤器“nothing”', 3],
    ['{% nothing %}', '没有标签“nothing”', 1],
    ['\n{% list sise: 3 %}{% endlist %}', '标签 list 没有参数“sise”', 2],
    ["{% list order: 'x' %}{% endlist %}", '参数 order 不能是“x”', 1],
    ["{% list column: 'x' %}{% endlist %}", '站点没有栏目“x”', 1],
    ["{% include 'gone' %}", '模板文件“gone.html”不存在', 1],
    ["{% include '../../etc/passwd' %}", '“../../etc/passwd”在模板的文件夹之外', 1],
    ["{% include '/etc/passwd' %}", '模板文件“etc/passwd.html”不存在', 1],
    ["{{ 'gone.css' | asset }}", '模板中没有文件“gone.css”', 1],
    ["\n{% include 'loop' %}", '模板嵌套超过 20 层', 1],
    ["{% include 'big' %}", '模板文件“big.html”过大', 1],
    ['{% for i in (1..100000000) %}{% endfor %}', '页面使用的数据过多', 1],
    [
      '{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..9) %}{% endfor %}{% endfor %}{% endfor %}',
      '页面生成超时',
      1,
    ],
    [
      "{% assign s = '0123456789' %}{% for i in (1..20) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}",
      '页面超过 8 MB',
      1,
    ],
  ])('%j says so with its line, and the rest is built', (text, message, line) => {
    const { html, problems } = pagesOf({
      'index.html': text,
      'detail.html': '详情',
      'loop.html': "{% include 'loop' %}",
      'big.html': 'x'.repeat(10_000_000),
    })
    expect(problems).toEqual([
      expect.objectContaining({ page: 'index.html', line, message: expect.stringContaining(message) }),
    ])
    expect([html.get('index.html'), html.get('news/group/2026/1.html')]).toEqual([null, '详情'])
  })

  it('two pages at one address, a column without a template and an address outside are named', () => {
    const { problems } = pagesOf(
      {},
      {
        columns: [
          aColumnFacts(2, '集团新闻', 'group', { detailUrls: ['/a.html'] }),
          aColumnFacts(3, '甲', 'a', { listTemplates: [] }),
          aColumnFacts(4, '乙', 'b', { listUrls: ['/../b.html'] }),
        ],
      },
    )
    const said = problems.map(({ message }) => message).join('\n')
    for (const part of [
      '内容“第二篇”（编号 2）和内容“第一篇”（编号 1）的地址相同',
      '栏目“甲”未选择列表页模板',
      '栏目“乙”的列表页地址“/../b.html”不能作为网页地址',
    ])
      expect(said).toContain(part)
  })

  it.each([
    ['/con/a.html'],
    ['/news/NUL.html'],
    ['/a./b.html'],
    ['/a /b.html'],
    [`/${'字'.repeat(90)}/`],
    [`/${'abcdefghi/'.repeat(110)}`],
    ['/a\\b.html'],
    ['C:/a.html'],
    ['//other.example/a.html'],
  ])('an address that no disk or browser takes is no page: %s', (address) => {
    const { html, problems } = pagesOf({}, { columns: [aColumnFacts(2, '甲', 'a', { listUrls: [address] })] })
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(`栏目“甲”的列表页地址“${address}”不能作为网页地址`),
    ])
    expect(html.has('news/group/2026/1.html') || html.has('a/1.html')).toBe(true)
  })

  it.each([
    ['/index.html/', '栏目“甲”的地址“/index.html/index.html”和网站首页的地址冲突'],
    ['/SITEMAP.xml', '栏目“甲”的地址“/SITEMAP.xml”已被网站地图使用，未生成'],
    ['/robots.txt', '栏目“甲”的地址“/robots.txt”已被搜索引擎规则使用，未生成'],
    ['/sitemap.xml/', '栏目“甲”的地址“/sitemap.xml/index.html”和网站地图的地址冲突'],
    ['/data.json', '栏目“甲”的地址“/data.json”已被模板文件“data.json”使用，未生成'],
    ['/LICENSE/', '栏目“甲”的地址“/LICENSE/index.html”和模板文件“LICENSE”的地址冲突'],
    ['/old.html', '栏目“甲”的地址“/old.html”和模板文件“old.html/a.css”的地址冲突'],
    ['/files/a.html', '栏目“甲”的地址“/files/a.html”和上传文件的地址冲突'],
    ['/b/3.html/', '栏目“甲”的地址“/b/3.html/index.html”和内容“第三篇”（编号 3）的地址冲突'],
    ['/b/index_2.html', '栏目“乙”的第 2 页和栏目“甲”的地址相同'],
  ])('a page takes the place of nothing else, nor is it file and folder at once: %s', (address, message) => {
    const { html, problems } = pagesOf(
      { 'data.json': '{}', LICENSE: 'MIT', 'old.html/a.css': '', 'list.html': '{% list size: 2 %}{% endlist %}' },
      {
        columns: [
          aColumnFacts(2, '乙', 'b'),
          aColumnFacts(3, '甲', 'a', { listUrls: [address], detailUrls: [], fields: [] }),
        ],
        entries: entries.filter(({ columnId }) => columnId === 2),
      },
    )
    expect(problems.map((each) => each.message)).toEqual([expect.stringContaining(message)])
    expect([html.has('index.html'), html.has('b/index.html'), html.has('b/3.html')]).toEqual([true, true, true])
  })

  it('a template that is no page makes the file of its kind, in place of the one that every site has', () => {
    const { html, problems } = pagesOf(
      { 'map.xml': '<urlset>{{ site.title }}</urlset>', 'rss.xml': '<rss/>' },
      {
        columns: [
          aColumnFacts(2, '地图', 'a', { listUrls: ['/sitemap.xml'], listTemplates: ['map.xml'] }),
          aColumnFacts(3, '订阅', 'b', { menuType: 1, listUrls: ['/rss.xml'], listTemplates: ['rss.xml'] }),
        ],
        entries: [],
      },
    )
    expect(problems).toEqual([])
    expect([html.get('sitemap.xml'), html.get('rss.xml')]).toEqual(['<urlset>集团官网</urlset>', '<rss/>'])
  })
})
