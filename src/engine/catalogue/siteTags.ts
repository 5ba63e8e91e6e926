import { PROMOTIONS } from '#shared/domain/promotions.ts'
import type { NamedValue, TagEntry, TagParameter, ValueKind } from './types.ts'

const FLAGS = PROMOTIONS.map(({ title }) => title)
/** Orders of a list. */
export const ORDERS = ['default', 'date', 'date_asc', 'id', 'id_asc', 'title', 'hits'] as const

const gives = (name: string, kind: ValueKind, title: string): NamedValue => ({ name, kind, title })
const FORLOOP = gives('forloop', 'forloop', '循环的当前位置')
const column = (title: string, otherwise: string): TagParameter => ({
  name: 'column',
  kind: 'column',
  title,
  defaultText: otherwise,
})
const size = (otherwise: string, title = '最多项数'): TagParameter => ({
  name: 'size',
  kind: 'number',
  title,
  defaultText: otherwise,
})

const own = { of: 'site' } as const

/** The tags of the site engine; engine/siteLiquid.ts registers exactly these tags and parameters. */
export const SITE_TAGS = [
  {
    ...own,
    name: 'list',
    form: 'block',
    title: '列表',
    text: '逐条显示栏目的文章。省略 column 时为页面的栏目，并在栏目页上自动分页；{% else %} 之后是没有文章时显示的内容。',
    parameters: [
      column('栏目：编号、标识符、编码路径（如 news/group）或名称', '页面的栏目'),
      size('10', '每页条数，1 到 1000'),
      {
        name: 'order',
        kind: 'text',
        title:
          '顺序：default 按栏目的顺序，date 从新到旧，date_asc 从旧到新，id、id_asc 按编号，title 按标题，hits 按点击数',
        values: ORDERS,
        defaultText: 'default',
      },
      { name: 'flag', kind: 'text', title: '只显示有这些推荐位的文章，多个用逗号分隔', values: FLAGS },
      { name: 'top', kind: 'text', title: '排在最前的推荐位', values: FLAGS, defaultText: '栏目页置顶' },
      { name: 'children', kind: 'boolean', title: '是否包括下级栏目', values: ['true', 'false'], defaultText: 'true' },
      { name: 'offset', kind: 'number', title: '跳过的条数', defaultText: '0' },
      { name: 'label', kind: 'number', title: '只显示有该标签的文章，值为标签的编号' },
      { name: 'where', kind: 'text', title: '字段等于这些值，如 "source = 本站, place = 青岛"' },
      {
        name: 'paged',
        kind: 'boolean',
        title: '是否为分页的列表',
        values: ['true', 'false'],
        defaultText: '栏目页上省略 column 的列表为 true',
      },
    ],
    variables: [gives('article', 'article', '每条文章'), FORLOOP],
    example: `<ul class="list">
  {% list size: 10 %}
  <li>
    <a href="{{ article.url }}" title="{{ article.title | escape }}">{{ article.title | escape }}</a>
    <time>{{ article.date | date: "%Y-%m-%d" }}</time>
  </li>
  {% endlist %}
</ul>
`,
  },
  {
    ...own,
    name: 'crumbs',
    form: 'block',
    title: '当前位置',
    text: '从首页到页面的栏目，逐级显示。',
    parameters: [],
    variables: [gives('crumb', 'crumb', '每一级'), FORLOOP],
    example: `<nav class="crumbs" aria-label="当前位置">
  当前位置：
  {% crumbs %}
  <a href="{{ crumb.url }}">{{ crumb.title | escape }}</a>{% unless crumb.last %} &gt; {% endunless %}
  {% endcrumbs %}
</nav>
`,
  },
  {
    ...own,
    name: 'neighbours',
    form: 'block',
    title: '上一篇下一篇',
    text: '详情页的上一篇和下一篇，顺序与栏目的列表相同。',
    parameters: [],
    variables: [gives('previous', 'article', '上一篇，可能没有'), gives('next', 'article', '下一篇，可能没有')],
    example: `{% neighbours %}
<p>上一篇：{% if previous %}<a href="{{ previous.url }}">{{ previous.title | escape }}</a>{% else %}没有了{% endif %}</p>
<p>下一篇：{% if next %}<a href="{{ next.url }}">{{ next.title | escape }}</a>{% else %}没有了{% endif %}</p>
{% endneighbours %}
`,
  },
  {
    ...own,
    name: 'pages',
    form: 'block',
    title: '分页',
    text: '列表的页码，超过一页时显示；也可以放在列表上方。',
    parameters: [],
    variables: [gives('pages', 'pages', '分页')],
    example: `{% pages %}
<nav class="pages" aria-label="分页">
  <span>共 {{ pages.total }} 条</span>
  {% if pages.previous %}<a href="{{ pages.previous }}">上一页</a>{% endif %}
  {% for page in pages.links %}
  <a href="{{ page.url }}"{% if page.current %} aria-current="page"{% endif %}>{{ page.number }}</a>
  {% endfor %}
  {% if pages.next %}<a href="{{ pages.next }}">下一页</a>{% endif %}
</nav>
{% endpages %}
`,
  },
  {
    ...own,
    name: 'banner',
    form: 'block',
    title: '当前栏目 banner 图',
    text: '页面栏目的 banner 图，没有时使用上级栏目的。图片来自标识符为 banner 的栏目中标题与栏目名称相同的内容。',
    parameters: [column('栏目', '页面的栏目')],
    variables: [gives('banner', 'banner', 'banner 图')],
    example: `{% banner %}
<img class="banner" src="{{ banner.url }}" alt="{{ banner.title | escape }}">
{% endbanner %}
`,
  },
  {
    ...own,
    name: 'nav',
    form: 'block',
    title: '导航',
    text: '逐个显示前台显示的栏目：省略 column 时为最上级栏目，否则为该栏目的下级。再下一级用 item.children。',
    parameters: [column('上级栏目', '最上级的栏目'), size('200')],
    variables: [gives('item', 'column', '每个栏目'), FORLOOP],
    example: `<ul class="nav">
  {% nav %}
  <li{% if item.active %} class="active"{% endif %}>
    <a href="{{ item.url }}" target="{{ item.target }}">{{ item.title }}</a>
    {% for child in item.children %}
    <a href="{{ child.url }}">{{ child.title }}</a>
    {% endfor %}
  </li>
  {% endnav %}
</ul>
`,
  },
  {
    ...own,
    name: 'channel',
    form: 'block',
    title: '栏目',
    text: '栏目的名称、地址等，常用作首页各板块的标题。',
    parameters: [column('栏目', '页面的栏目')],
    variables: [gives('channel', 'column', '栏目')],
    example: `{% channel %}
<h2><a href="{{ channel.url }}">{{ channel.title }}</a></h2>
{% endchannel %}
`,
  },
  {
    ...own,
    name: 'article',
    form: 'block',
    title: '单篇文章',
    text: '一篇文章：按编号，或栏目的第一篇。没有时显示 {% else %} 之后的内容。',
    parameters: [{ name: 'id', kind: 'number', title: '文章的编号' }, column('取该栏目的第一篇', '页面的栏目')],
    variables: [gives('article', 'article', '文章')],
    example: `{% article %}
<h1>{{ article.title }}</h1>
<div class="content">{{ article.content }}</div>
{% endarticle %}
`,
  },
  {
    ...own,
    name: 'labels',
    form: 'block',
    title: '标签',
    text: '详情页上为文章的标签，其他页面为站点的全部标签。',
    parameters: [size('100')],
    variables: [gives('label', 'label', '每个标签'), FORLOOP],
    example: `{% labels %}
<span class="label">{{ label.title }}</span>
{% endlabels %}
`,
  },
  {
    ...own,
    name: 'related',
    form: 'block',
    title: '相关内容',
    text: '与页面文章有相同标签的文章，不足时补充同栏目的其他文章。',
    parameters: [size('5')],
    variables: [gives('article', 'article', '每条文章'), FORLOOP],
    example: `<ul class="related">
  {% related size: 5 %}
  <li><a href="{{ article.url }}">{{ article.title }}</a></li>
  {% endrelated %}
</ul>
`,
  },
  {
    ...own,
    name: 'seo',
    form: 'line',
    title: 'SEO 标题、关键词、描述',
    text: '输出 <title>、keywords 和 description：依次取文章、栏目、站点的设置，放在 <head> 中。',
    parameters: [],
    variables: [],
    example: '{% seo %}\n',
  },
  {
    ...own,
    name: 'mourning',
    form: 'line',
    title: '哀悼模式',
    text: '开启哀悼模式时输出使页面变灰的样式。模板中没有该标签时，自动放在 </head> 之前。',
    parameters: [],
    variables: [],
    example: '{% mourning %}\n',
  },
  {
    ...own,
    name: 'third_party',
    form: 'line',
    title: '第三方代码',
    text: '输出站点的第三方代码。模板中没有该标签时，自动放在 </body> 之前。',
    parameters: [],
    variables: [],
    example: '{% third_party %}\n',
  },
  {
    ...own,
    name: 'icp',
    form: 'line',
    title: '备案号',
    text: '输出 ICP、公安、教育备案号，前两个带有查询网站的链接。',
    parameters: [],
    variables: [],
    example: '<footer>{% icp %}</footer>\n',
  },
  {
    ...own,
    name: 'copyright',
    form: 'line',
    title: '版权信息',
    text: '输出站点设置中的版权信息。',
    parameters: [],
    variables: [],
    example: '<footer>{% copyright %}</footer>\n',
  },
] as const satisfies readonly TagEntry[]

type SiteTag = (typeof SITE_TAGS)[number]
export type BlockTagName = Extract<SiteTag, { form: 'block' }>['name']
export type LineTagName = Extract<SiteTag, { form: 'line' }>['name']
