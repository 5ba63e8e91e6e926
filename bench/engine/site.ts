import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { embeddedFile } from '#server/db/connect.ts'
import { putBesideServer } from '#tests/builders/templateFiles.ts'
import { article, codeOf, columnsOf, columnTitle, HOME_LISTS, HOME_SIZE, LATEST_COUNT, PAGE_SIZE } from './articles.ts'

export const FOLDER = 'bench'
export const SYMBOL = 'bench'
const FIRST_COLUMN = 100_000
/** Offset of article ids. */
export const FIRST_ENTRY = 1_000_000

const LAYOUT = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8">{% seo %}<link rel="stylesheet" href="css/site.css"></head>
<body><header><nav><ul><li><a href="/">首页</a></li>
{%- nav size: 10 %}<li{% if item.active %} class="active"{% endif %}><a href="{{ item.url }}">{{ item.title }}</a></li>{%- endnav %}</ul></nav></header>
<main>{% block main %}{% endblock %}</main>
<aside><h2>最新发布</h2><ul>{%- list size: ${LATEST_COUNT}, order: 'date', column: '${codeOf(1)}' %}<li><a href="{{ article.url }}">{{ article.title }}</a></li>{%- endlist %}</ul></aside>
<footer>{{ site.title }}</footer></body></html>`

const BREADCRUMBS = `<ol>{%- crumbs %}<li><a href="{{ crumb.url }}">{{ crumb.title }}</a></li>{%- endcrumbs %}</ol>`

/**
 * Templates equivalent to those of the other programs: layout, navigation with the active column, breadcrumbs, list
 * with pages, neighbours, newest articles.
 */
export const TEMPLATES: Readonly<Record<string, string>> = {
  'layout.html': LAYOUT,
  'index.html': `{% layout 'layout' %}{% block main %}${Array.from(
    { length: HOME_LISTS },
    (_none, at) =>
      `{% channel column: '${codeOf(at + 1)}' %}<h2><a href="{{ channel.url }}">{{ channel.title }}</a></h2>{% endchannel %}<ul>{% list column: '${codeOf(at + 1)}', size: ${HOME_SIZE}, order: 'date' %}<li><a href="{{ article.url }}">{{ article.title }}</a><time>{{ article.date | date: '%Y-%m-%d' }}</time></li>{% endlist %}</ul>`,
  ).join('\n')}{% endblock %}`,
  'list.html': `{% layout 'layout' %}{% block main %}${BREADCRUMBS}<h1>{{ column.title }}</h1><ul>{% list size: ${PAGE_SIZE}, order: 'date' %}<li><a href="{{ article.url }}">{{ article.title }}</a><time>{{ article.date | date: '%Y-%m-%d' }}</time><p>{{ article.summary }}</p></li>{% endlist %}</ul>{% pages %}<p>{% if pages.previous %}<a href="{{ pages.previous }}">上一页</a>{% endif %} {{ pages.number }} / {{ pages.count }} {% if pages.next %}<a href="{{ pages.next }}">下一页</a>{% endif %}</p>{% endpages %}{% endblock %}`,
  'detail.html': `{% layout 'layout' %}{% block main %}${BREADCRUMBS}<article><h1>{{ article.title }}</h1><p><time>{{ article.date | date: '%Y-%m-%d %H:%M' }}</time> 来源：{{ article.source }}</p><p>{{ article.summary }}</p>{{ article.content }}</article>{% neighbours %}<p>{% if previous %}<a href="{{ previous.url }}">{{ previous.title }}</a>{% endif %} {% if next %}<a href="{{ next.url }}">{{ next.title }}</a>{% endif %}</p>{% endneighbours %}{% endblock %}`,
  'css/site.css': 'body{font:16px/1.7 sans-serif}',
}

type Row = Record<string, SQLInputValue>

/** Adds a site with this number of articles and its template to a seeded data folder. Returns its ids. */
export async function fillSite(dataDir: string, articles: number): Promise<{ siteId: number; columns: number[] }> {
  const db = new DatabaseSync(embeddedFile(dataDir))
  db.exec('pragma busy_timeout = 10000; begin')
  const insert = (table: string, row: Row): number => {
    const names = Object.keys(row)
    const sql = `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`
    return Number(db.prepare(sql).run(...Object.values(row)).lastInsertRowid)
  }
  const copyRow = (table: string, where: string): Row => {
    const { id: _id, ...row } = db.prepare(`select * from ${table} where ${where} limit 1`).get() as Row
    return row
  }
  const templateId = insert('template', {
    ...copyRow('template', `folder = 'corporate'`),
    name: '测速',
    folder: FOLDER,
    folderKey: FOLDER,
  })
  const site = { symbol: SYMBOL, title: '测速网站', domain: 'bench.example', templateId }
  const siteId = insert('site', { ...copyRow('site', 'id = 1'), ...site })
  insert('template_site', { templateId, siteId })
  const news = copyRow('site_column', `title = '集团新闻'`)
  const columns = Array.from({ length: columnsOf(articles) }, (_none, at) => FIRST_COLUMN + at + 1)
  for (const [at, id] of columns.entries()) {
    const code = codeOf(at + 1)
    insert('site_column', {
      ...news,
      id,
      siteId,
      parentId: 0,
      title: columnTitle(at + 1),
      identifies: code,
      code,
      sort: 10_000 - at,
      frontListUrl: JSON.stringify([`/${code}/index.html`]),
      frontListTemplate: JSON.stringify(['list.html']),
      frontDetailUrl: JSON.stringify([`/${code}/{id}.html`]),
      frontDetailTemplate: JSON.stringify(['detail.html']),
    })
  }
  const entry = copyRow('content', `"isStatus" = 1`)
  const names = [
    'id',
    'classId',
    'siteId',
    'title',
    'fields',
    'createTime',
    'publishTime',
    'sort',
    'promotions',
  ] as const
  const { fields: _f, ...others } = Object.fromEntries(
    Object.entries(entry).filter(([name]) => !(names as readonly string[]).includes(name)),
  )
  const all = [...names, ...Object.keys(others)]
  const content = db.prepare(
    `insert into content (${all.map((name) => `"${name}"`).join()}) values (${all.map(() => '?').join()})`,
  )
  const body = db.prepare(`insert into content_body ("contentId", bodies, texts) values (?, ?, '{}')`)
  for (let at = 0; at < articles; at += 1) {
    const { id, column, title, date, source, summary, body: html } = article(at)
    const fields = JSON.stringify({ title, source, summary, publishTime: date })
    const time = Date.parse(`${date.replace(' ', 'T')}Z`)
    const values = [FIRST_ENTRY + id, columns[column - 1] ?? 0, siteId, title, fields, time, time, 0, 0]
    content.run(...values, ...Object.values(others))
    body.run(FIRST_ENTRY + id, JSON.stringify({ content: html }))
  }
  db.exec(
    `insert into content_count ("classId", "isRecycled", "isStatus", total)
     select "classId", "isRecycled", "isStatus", count(*) from content where "siteId" = ${siteId} group by 1, 2, 3`,
  )
  db.exec('commit')
  db.close()
  await putBesideServer({ dataDir }, FOLDER, Object.entries(TEMPLATES))
  return { siteId, columns }
}
