import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stopProcess } from '../sync/processes.ts'
import {
  article,
  type Article,
  codeOf,
  columnsOf,
  columnTitle,
  HOME_LISTS,
  HOME_SIZE,
  LATEST_COUNT,
  PAGE_SIZE,
} from './articles.ts'

const run = promisify(execFile)
const BIG = { maxBuffer: 64 * 1024 * 1024 }

/** Seconds for the whole site, and from a save to the page on disk. */
export interface BuildTimes {
  full: number
  change: number
}

/** Another static site generator; a text is the reason why it cannot be measured. */
export interface SitePeer {
  name: string
  measure(articles: number, scratch: string): Promise<BuildTimes | string>
}

const NEW_TITLE = '刚刚改过的标题'
const CHANGES = 3
const WAIT_MS = 120_000

const columnList = (articles: number): number[] => Array.from({ length: columnsOf(articles) }, (_none, at) => at + 1)

function writeTo(root: string, path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

/** Resolves when the file contains the text. */
export async function containsText(file: () => string, text: string): Promise<void> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const path = file()
    if (existsSync(path) && readFileSync(path, 'utf8').includes(text)) return
    if (performance.now() > until) throw new Error(`${path} does not contain ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Median seconds from saving an article to its page on disk. */
export async function changeTime(
  save: (title: string) => Promise<unknown> | void,
  file: () => string,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < CHANGES; round += 1) {
    const title = `${NEW_TITLE}${round}`
    const began = performance.now()
    await save(title)
    await containsText(file, title)
    times.push((performance.now() - began) / 1000)
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
  return times.toSorted((a, b) => a - b)[CHANGES >> 1] ?? 0
}

const CHANGED = 4321

// —— Hugo ——

const hugoArticle = ({ title, date, source, summary, body }: Article): string =>
  `---\ntitle: ${JSON.stringify(title)}\ndate: ${date.replace(' ', 'T')}Z\nsource: ${source}\nsummary: ${summary}\n---\n${body}\n`

const HUGO_BASE = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{{ if .IsHome }}{{ .Site.Title }}{{ else }}{{ .Title }} - {{ .Site.Title }}{{ end }}</title><meta name="description" content="{{ .Params.summary }}"><link rel="stylesheet" href="/css/site.css"></head>
<body><header><nav><ul><li><a href="/">首页</a></li>{{ $section := .Section }}{{ range first 10 .Site.Sections.ByWeight }}<li{{ if eq .Section $section }} class="active"{{ end }}><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></nav></header>
<main>{{ block "main" . }}{{ end }}</main>
<aside><h2>最新发布</h2><ul>{{ range first ${LATEST_COUNT} (.Site.GetPage "/${codeOf(1)}").RegularPages.ByDate.Reverse }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></aside>
<footer>{{ .Site.Title }}</footer></body></html>`
const HUGO_PLACE = `<ol><li><a href="/">首页</a></li>{{ range .Ancestors.Reverse }}{{ if not .IsHome }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}{{ end }}</ol>`
const HUGO_LAYOUTS: Readonly<Record<string, string>> = {
  'layouts/_default/baseof.html': HUGO_BASE,
  'layouts/index.html': `{{ define "main" }}{{ range first ${HOME_LISTS} .Site.Sections.ByWeight }}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><ul>{{ range first ${HOME_SIZE} .RegularPages.ByDate.Reverse }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><time>{{ .Date.Format "2006-01-02" }}</time></li>{{ end }}</ul>{{ end }}{{ end }}`,
  'layouts/_default/list.html': `{{ define "main" }}${HUGO_PLACE}<h1>{{ .Title }}</h1>{{ $p := .Paginate .RegularPages.ByDate.Reverse }}<ul>{{ range $p.Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><time>{{ .Date.Format "2006-01-02" }}</time><p>{{ .Params.summary }}</p></li>{{ end }}</ul><p>{{ if $p.HasPrev }}<a href="{{ $p.Prev.URL }}">上一页</a>{{ end }} {{ $p.PageNumber }} / {{ $p.TotalPages }} {{ if $p.HasNext }}<a href="{{ $p.Next.URL }}">下一页</a>{{ end }}</p>{{ end }}`,
  'layouts/_default/single.html': `{{ define "main" }}${HUGO_PLACE}<article><h1>{{ .Title }}</h1><p><time>{{ .Date.Format "2006-01-02 15:04" }}</time> 来源：{{ .Params.source }}</p><p>{{ .Params.summary }}</p>{{ .Content }}</article><p>{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }} {{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</p>{{ end }}`,
}

/** Hugo from the PATH, else from Debian's package, unpacked into the bench's folder. */
async function hugoProgram(scratch: string): Promise<{ program: string; env: NodeJS.ProcessEnv } | null> {
  const works = (program: string, env: NodeJS.ProcessEnv) =>
    run(program, ['version'], { env }).then(
      () => ({ program, env }),
      () => null,
    )
  const onPath = await works(process.env.HUGO_BIN ?? 'hugo', process.env)
  if (onPath) return onPath
  const at = join(scratch, 'hugo-program')
  mkdirSync(at)
  try {
    for (const name of ['hugo', 'libsass1']) await run('apt-get', ['download', name], { cwd: at })
    await run('sh', ['-c', 'for deb in *.deb; do dpkg-deb -x "$deb" .; done'], { cwd: at })
  } catch {
    return null
  }
  const env = { ...process.env, LD_LIBRARY_PATH: join(at, 'usr/lib/x86_64-linux-gnu') }
  return works(join(at, 'usr/bin/hugo'), env)
}

export const hugo: SitePeer = {
  name: 'Hugo',
  async measure(articles, scratch) {
    const found = await hugoProgram(scratch)
    if (!found) return 'Hugo is not installed and cannot be downloaded'
    const root = join(scratch, 'hugo')
    writeTo(
      root,
      'config.toml',
      `baseURL = "https://bench.example/"\ntitle = "测速网站"\npaginate = ${PAGE_SIZE}\nuglyURLs = true\ndisableKinds = ["taxonomy", "term", "RSS"]\n`,
    )
    for (const [path, text] of Object.entries(HUGO_LAYOUTS)) writeTo(root, path, text)
    writeTo(root, 'static/css/site.css', 'body{font:16px/1.7 sans-serif}')
    for (const column of columnList(articles))
      writeTo(
        root,
        `content/${codeOf(column)}/_index.html`,
        `---\ntitle: ${columnTitle(column)}\nweight: ${column}\n---\n`,
      )
    const fileOf = ({ column, id }: Article): string => `content/${codeOf(column)}/${id}.html`
    for (let at = 0; at < articles; at += 1) writeTo(root, fileOf(article(at)), hugoArticle(article(at)))
    const began = performance.now()
    await run(found.program, ['--source', root], { ...BIG, env: found.env })
    const full = (performance.now() - began) / 1000
    const one = article(CHANGED % articles)
    const page = join(root, 'public', codeOf(one.column), `${one.id}.html`)
    if (!readFileSync(page, 'utf8').includes(one.title)) throw new Error('Hugo did not make the page')
    const watching = spawn(found.program, ['--watch', '--source', root], {
      env: found.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await waitForOutput(watching.stdout, /Press Ctrl/)
      const change = await changeTime(
        (title) => writeTo(root, fileOf(one), hugoArticle({ ...one, title })),
        () => page,
      )
      return { full, change }
    } finally {
      await stopProcess(watching)
    }
  },
}

// —— Eleventy ——

const VERSION = '3.1.8'

const eleventyArticle = ({ title, date, source, summary, body }: Article): string =>
  `---\ntitle: ${JSON.stringify(title)}\ndate: ${date.replace(' ', 'T')}Z\nsource: ${source}\nsummary: ${summary}\n---\n${body}\n`

const ELEVENTY_CONFIG = (columns: readonly number[]): string => `
const byDate = (a, b) => a.date - b.date
const columns = ${JSON.stringify(columns.map((at) => ({ code: codeOf(at), title: columnTitle(at) })))}
const day = (date) => date.toISOString().slice(0, 10)
export default function (config) {
  config.setQuietMode(true)
  config.addPassthroughCopy('css')
  config.addGlobalData('columns', columns)
  config.addFilter('day', day)
  config.addFilter('minute', (date) => date.toISOString().slice(0, 16).replace('T', ' '))
  for (const { code } of columns)
    config.addCollection(code, (all) => all.getFilteredByGlob('./' + code + '/*.html').sort(byDate).reverse())
  return { htmlTemplateEngine: false, dir: { input: '.', output: 'public', includes: '_includes' } }
}
`
const ELEVENTY_LAYOUT = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{% if title %}{{ title }} - {% endif %}测速网站</title><meta name="description" content="{{ summary }}"><link rel="stylesheet" href="/css/site.css"></head>
<body><header><nav><ul><li><a href="/">首页</a></li>{% for item in columns limit: 10 %}<li{% if item.code == code %} class="active"{% endif %}><a href="/{{ item.code }}/">{{ item.title }}</a></li>{% endfor %}</ul></nav></header>
<main>{{ content }}</main>
<aside><h2>最新发布</h2><ul>{% for one in collections.${codeOf(1)} limit: ${LATEST_COUNT} %}<li><a href="{{ one.url }}">{{ one.data.title }}</a></li>{% endfor %}</ul></aside>
<footer>测速网站</footer></body></html>`
const ELEVENTY_PLACE = `<ol><li><a href="/">首页</a></li><li><a href="/{{ code }}/">{{ column }}</a></li></ol>`
const ELEVENTY_DETAIL = `---\nlayout: layout.liquid\n---\n${ELEVENTY_PLACE}<article><h1>{{ title }}</h1><p><time>{{ date | minute }}</time> 来源：{{ source }}</p><p>{{ summary }}</p>{{ content }}</article>{% assign previous = collections[code] | getPreviousCollectionItem %}{% assign next = collections[code] | getNextCollectionItem %}<p>{% if previous %}<a href="{{ previous.url }}">{{ previous.data.title }}</a>{% endif %} {% if next %}<a href="{{ next.url }}">{{ next.data.title }}</a>{% endif %}</p>`
const ELEVENTY_LIST = (column: number): string => {
  const code = codeOf(column)
  return `---\nlayout: layout.liquid\ntitle: ${columnTitle(column)}\ncolumn: ${columnTitle(column)}\ncode: ${code}\npagination:\n  data: collections.${code}\n  size: ${PAGE_SIZE}\n  alias: articles\npermalink: "/${code}/{% if pagination.pageNumber > 0 %}page/{{ pagination.pageNumber | plus: 1 }}/{% endif %}index.html"\n---\n${ELEVENTY_PLACE}<h1>{{ column }}</h1><ul>{% for one in articles %}<li><a href="{{ one.url }}">{{ one.data.title }}</a><time>{{ one.date | day }}</time><p>{{ one.data.summary }}</p></li>{% endfor %}</ul><p>{% if pagination.href.previous %}<a href="{{ pagination.href.previous }}">上一页</a>{% endif %} {{ pagination.pageNumber | plus: 1 }} / {{ pagination.pages.length }} {% if pagination.href.next %}<a href="{{ pagination.href.next }}">下一页</a>{% endif %}</p>`
}
const ELEVENTY_HOME = `---\nlayout: layout.liquid\npermalink: /index.html\n---\n{% for item in columns limit: ${HOME_LISTS} %}<h2><a href="/{{ item.code }}/">{{ item.title }}</a></h2><ul>{% for one in collections[item.code] limit: ${HOME_SIZE} %}<li><a href="{{ one.url }}">{{ one.data.title }}</a><time>{{ one.date | day }}</time></li>{% endfor %}</ul>{% endfor %}`

export const eleventy: SitePeer = {
  name: 'Eleventy',
  async measure(articles, scratch) {
    const root = join(scratch, 'eleventy')
    writeTo(root, 'package.json', JSON.stringify({ private: true, type: 'module' }))
    try {
      await run('npm', ['install', '--no-audit', '--no-fund', `@11ty/eleventy@${VERSION}`], { ...BIG, cwd: root })
    } catch {
      return 'Eleventy cannot be downloaded'
    }
    const program = join(root, 'node_modules/@11ty/eleventy/cmd.cjs')
    const columns = columnList(articles)
    writeTo(root, 'eleventy.config.js', ELEVENTY_CONFIG(columns))
    writeTo(root, '_includes/layout.liquid', ELEVENTY_LAYOUT)
    writeTo(root, '_includes/detail.liquid', ELEVENTY_DETAIL)
    writeTo(root, 'css/site.css', 'body{font:16px/1.7 sans-serif}')
    writeTo(root, 'index.liquid', ELEVENTY_HOME)
    for (const column of columns) {
      const data = { layout: 'detail.liquid', tags: 'article', code: codeOf(column), column: columnTitle(column) }
      const permalink = `({ page }) => '/${codeOf(column)}/' + page.fileSlug + '.html'`
      writeTo(
        root,
        `${codeOf(column)}/${codeOf(column)}.11tydata.js`,
        `export default { ...${JSON.stringify(data)}, permalink: ${permalink} }`,
      )
      writeTo(root, `list-${codeOf(column)}.liquid`, ELEVENTY_LIST(column))
    }
    const fileOf = ({ column, id }: Article): string => `${codeOf(column)}/${id}.html`
    for (let at = 0; at < articles; at += 1) writeTo(root, fileOf(article(at)), eleventyArticle(article(at)))
    const began = performance.now()
    await run(process.execPath, [program], { ...BIG, cwd: root })
    const full = (performance.now() - began) / 1000
    const one = article(CHANGED % articles)
    const page = join(root, 'public', codeOf(one.column), `${one.id}.html`)
    if (!readFileSync(page, 'utf8').includes(one.title)) throw new Error('Eleventy did not make the page')
    const watching = spawn(process.execPath, [program, '--watch', '--incremental'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await waitForOutput(watching.stdout, /Watching/)
      const change = await changeTime(
        (title) => writeTo(root, fileOf(one), eleventyArticle({ ...one, title })),
        () => page,
      )
      return { full, change }
    } finally {
      await stopProcess(watching)
    }
  },
}

/** Programs report that they watch shortly before they do. */
const SETTLE_MS = 3000

/** Resolves when a program has printed the text and had time to begin. */
async function waitForOutput(stream: NodeJS.ReadableStream | null, text: RegExp): Promise<void> {
  await new Promise<void>((done, fail) => {
    let heard = ''
    stream?.on('data', (part: Buffer) => {
      heard += String(part)
      if (text.test(heard)) done()
    })
    stream?.once('end', () => fail(new Error(`the program ended: ${heard.slice(-500)}`)))
  })
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}
