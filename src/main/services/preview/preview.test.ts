import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SiteData } from '#engine/index.ts'
import { aColumnFacts, anEntry, aSiteFacts } from '#tests/builders/engineSite.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '../types.ts'
import { createLivePreview, type LivePreview } from './index.ts'

const entries = [anEntry(1, 1, '第一篇'), anEntry(2, 1, '第二篇')]
const DATA: SiteData = {
  site: aSiteFacts(),
  columns: [aColumnFacts(1, '新闻', 'news')],
  labels: [],
  words: [],
  sitemap: [],
  entries,
  bodies: entries.map(({ id, body }) => [id, { content: body }]),
  day: '2026-11-23',
}
const silent = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let root: string
let isReached: boolean
let preview: LivePreview

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'preview-'))
  root = join(folder, 'site')
  isReached = true
  await mkdir(join(root, 'css'), { recursive: true })
  await writeFile(
    join(root, 'index.html'),
    '<body>\n<h1>{{ site.title }}</h1><link rel="stylesheet" href="css/a.css"></body>',
  )
  await writeFile(
    join(root, 'list.html'),
    '{% list size: 1 %}<a href="{{ article.url }}">{{ article.title }}</a>{% endlist %}{% pages %}{{ pages.next }}{% endpages %}',
  )
  await writeFile(join(root, 'detail.html'), '<p>{{ article.title }}</p>{{ article.content }}')
  await writeFile(join(root, 'css', 'a.css'), 'a{background:url(/img/x.png)}')
  preview = make()
})
afterEach(async () => {
  await preview.close()
  await rm(folder, { recursive: true, force: true })
})

/** As the program wires it, over a server that answers with the data or not at all. */
function make(): LivePreview {
  const client = {
    async call() {
      if (!isReached) throw new AppError('unavailable', '连接不上服务器')
      return {
        code: 200,
        msg: '',
        data: { siteId: 1, sites: [{ id: 1, title: '集团官网', isBound: true }], data: JSON.stringify(DATA) },
      }
    },
  } as unknown as ApiClient
  return createLivePreview({
    dataDir: folder,
    workspaceOf: async (id) => ({ id, connectionId: 'c', folder: 'site', root }),
    clientOf: async () => client,
    addressOf: () => 'http://127.0.0.1:9/',
    log: silent,
  })
}
const start = () => preview.handlers['livePreview.start']({ id: 'w', siteId: 0 })
const text = async (address: string): Promise<string> => (await fetch(address)).text()

it('draws pages of the local files with the server’s data, and says where each element comes from', async () => {
  const { href, pages, isOffline, sites } = await start()
  expect([isOffline, sites.length]).toEqual([false, 1])
  expect(pages.map(({ title }) => title)).toEqual(['网站首页', '新闻', '新闻 · 详情：第一篇'])
  const home = await text(href)
  expect(home).toContain('<h1 data-template-line="index.html:2">集团官网</h1>')
  const prefix = new URL(href).pathname
  expect(home).toContain(`href="${prefix}css/a.css"`)
  expect(await text(`${href}css/a.css`)).toBe(`a{background:url(${prefix}img/x.png)}`)
  expect(await text(`${href}news/`)).toContain(`href="${prefix}news/`)
  expect(await text(`${href}news/index_2.html`)).toContain('</a>')
  expect(await text(`${href}news/1.html`)).toContain('第一篇的正文')
  expect((await fetch(`${href}files/a.png`.replace(prefix, '/'), { redirect: 'manual' })).headers.get('location')).toBe(
    'http://127.0.0.1:9/files/a.png',
  )
})

it('offers the pages in the order of the tree, each column with those below it', async () => {
  const { columns } = DATA
  const [news] = columns
  // As the server sends them: level by level.
  DATA.columns = [news, aColumnFacts(2, '关于', 'about'), { ...aColumnFacts(3, '快讯', 'flash'), parentId: 1 }].flatMap(
    (column) => column ?? [],
  )
  try {
    const { pages } = await start()
    expect(pages.map(({ title }) => title)).toEqual(['网站首页', '新闻', '新闻 · 详情：第一篇', '快讯', '关于'])
  } finally {
    DATA.columns = columns
  }
})

it('shows a template error over the page that was there, with file, line and remedy', async () => {
  const { href } = await start()
  await text(href)
  await writeFile(join(root, 'index.html'), '<body>\n{{ site.title | nothing }}</body>')
  const page = await text(href)
  expect(page).toContain('<code>index.html</code> 第 2 行：没有过滤器“nothing”，请检查拼写')
  expect(page).toContain('集团官网')
})

it('notifies open pages of saved files, of styles separately', async () => {
  const { href } = await start()
  const stop = new AbortController()
  const stream = await fetch(`${href}__live`, { signal: stop.signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  const hear = async (event: string): Promise<void> => {
    while (!said.includes(`event: ${event}\n`)) said += (await reader?.read())?.value ?? ''
  }
  await writeFile(join(root, 'css', 'a.css'), 'a{}')
  await hear('css')
  expect(said).not.toContain('event: page')
  await writeFile(join(root, 'index.html'), '<p>neu</p>')
  await hear('page')
  const page = await text(href)
  expect(page).toContain('neu')
  stop.abort()
  // What changed between the drawing of a page and its listening is told at once.
  const late = (await fetch(`${href}__live?since=0`)).body?.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  while (!told.includes('event: page\n')) told += (await late?.read())?.value ?? ''
})

it('works without the server, with the last known data and the newest files', async () => {
  await start()
  // What is known lies in a folder of its own of the program's data.
  expect((await readdir(folder)).toSorted()).toEqual(['preview', 'preview-port', 'site'])
  expect(await readdir(join(folder, 'preview'))).toHaveLength(1)
  await preview.close()
  isReached = false
  preview = make()
  const { href, isOffline, dataDate } = await start()
  expect([isOffline, dataDate.length]).toEqual([true, 24])
  await writeFile(join(root, 'index.html'), '<p>{{ site.title }}，离线</p>')
  expect(await text(href)).toContain('集团官网，离线')
})

it('nothing outside the folder is served, and nobody without the secret', async () => {
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'))
  await writeFile(join(root, '.hidden.txt'), 'hidden')
  const { href } = await start()
  const { origin } = new URL(href)
  for (const path of ['link.txt', '.hidden.txt', '..%2f..%2fsecret.txt', '%2e%2e/secret.txt'])
    expect([404, 403], path).toContain((await fetch(href + path)).status)
  expect((await fetch(`${origin}/`)).status).toBe(404)
  expect((await fetch(`${origin}/live-preview-x/index.html`)).status).toBe(404)
})

it('checks the files with what is known of the site', async () => {
  await start()
  await writeFile(join(root, 'detail.html'), '<p>{{ article.autor }}</p>\n{% include "gone" %}')
  const issues = await preview.handlers['livePreview.check']({ id: 'w' })
  expect(
    issues.filter(({ file }) => file === 'detail.html').map(({ line, severity }) => `${severity} ${line}`),
  ).toEqual(['error 2', 'warning 1'])
})

it('has one origin for all workspaces, which is the same in the next run, and answers no other path', async () => {
  const origin = await preview.origin()
  const [one, two] = [await start(), await preview.handlers['livePreview.start']({ id: 'v', siteId: 0 })]
  expect([new URL(one.href).origin, new URL(two.href).origin]).toEqual([origin, origin])
  expect(one.href).not.toBe(two.href)
  expect((await fetch(`${origin}/live-preview-guess/`)).status).toBe(404)
  await preview.handlers['livePreview.stop']({ id: 'v' })
  expect((await fetch(two.href)).status).toBe(404)
  expect((await fetch(one.href)).status).toBe(200)
  await preview.close()
  preview = make()
  expect(await preview.origin()).toBe(origin)
})
