/** A piece of template that the editor inserts at the cursor (A·§2, Template file editor dialog). */
export interface Snippet {
  id: 'list' | 'crumbs' | 'neighbours' | 'pages' | 'banner'
  title: string
  text: string
}

/**
 * The template tags of the site engine, in Liquid's form. A block tag draws its body with the named values:
 * - `list`: once per article of a column, newest first, as `article`. `column` is a column's id; without it the current
 *   column. `size` is the number on one page.
 * - `crumbs`: once per column from the home page down to the current one, as `crumb`.
 * - `neighbours`: once, with `previous` and `next` article, either may be empty.
 * - `pages`: once, when the column's list has more than one page, as `pages`.
 * - `banner`: once, when the current column or one above it has a banner, as `banner`.
 */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'list',
    title: '列表',
    text: `<ul class="list">
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
    id: 'crumbs',
    title: '当前位置',
    text: `<nav class="crumbs" aria-label="当前位置">
  当前位置：
  {% crumbs %}
  <a href="{{ crumb.url }}">{{ crumb.title | escape }}</a>{% unless crumb.last %} &gt; {% endunless %}
  {% endcrumbs %}
</nav>
`,
  },
  {
    id: 'neighbours',
    title: '上一篇下一篇',
    text: `{% neighbours %}
<p>上一篇：{% if previous %}<a href="{{ previous.url }}">{{ previous.title | escape }}</a>{% else %}没有了{% endif %}</p>
<p>下一篇：{% if next %}<a href="{{ next.url }}">{{ next.title | escape }}</a>{% else %}没有了{% endif %}</p>
{% endneighbours %}
`,
  },
  {
    id: 'pages',
    title: '分页',
    text: `{% pages %}
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
    id: 'banner',
    title: '当前栏目 banner 图',
    text: `{% banner %}
<img class="banner" src="{{ banner.url }}" alt="{{ banner.title | escape }}">
{% endbanner %}
`,
  },
]
