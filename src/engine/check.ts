import { BLOCK_TAGS, fieldNames } from './catalogue/index.ts'
import { assetsOf, resolvePath, SiteLiquid } from './templates.ts'
import { templateError } from './errors.ts'
import type { ColumnFacts } from './data.ts'

/** Something that is wrong with a template, or may be. */
export interface TemplateIssue {
  file: string
  /** From 1; 0: it is about the file as a whole. */
  line: number
  severity: 'error' | 'warning' | 'info'
  /** What was found and what to do, in Chinese. */
  message: string
}

export interface CheckedFile {
  /** null: no text. */
  text: string | null
  size: number
}

/** What is known of the site that the template is for; without it fields, links and unused templates are not checked. */
export interface CheckedSite {
  columns: readonly Pick<ColumnFacts, 'fields' | 'listTemplates' | 'detailTemplates'>[]
  /** Files of its pages. */
  pages: ReadonlySet<string>
}

/** Larger pictures make pages slow. */
const LARGE_PICTURE = 500_000
const MOST = 1000
const TEMPLATE = /\.(?:html?|liquid)$/i
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i
const RESERVED = new Set(['index.html', '404.html', 'favicon.ico', 'robots.txt'])
const DOCUMENT = /(?:^|\/)(?:readme|license|licence|changelog)(?:\.\w+)?$|\.(?:map|md)$|(?:^|\/)\./i

/** Checks a template's folder. The worst comes first. */
export function checkTemplate(files: ReadonlyMap<string, CheckedFile>, site: CheckedSite | null): TemplateIssue[] {
  const issues = [...files].flatMap(([path, file]) => checkFile(path, file, files, site))
  const rank = { error: 0, warning: 1, info: 2 } as const
  return [...issues, ...unused(files, site)]
    .toSorted(
      (a, b) => rank[a.severity] - rank[b.severity] || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
    )
    .slice(0, MOST)
}

/** Checks one file of the folder. */
export function checkFile(
  path: string,
  { text, size }: CheckedFile,
  files: ReadonlyMap<string, unknown>,
  site: CheckedSite | null,
): TemplateIssue[] {
  const issues: TemplateIssue[] = []
  const found = (severity: TemplateIssue['severity'], at: number, message: string): void => {
    issues.push({ file: path, line: at < 0 || text === null ? 0 : lineAt(text, at), severity, message })
  }
  if (PICTURE.test(path) && size > LARGE_PICTURE)
    found('warning', -1, `图片有 ${Math.round(size / 1000)} KB，网页打开会变慢，请压缩到 500 KB 以内`)
  if (text === null) return issues
  if (/\.css$/i.test(path)) checkStyle(path, text, files, found)
  if (!TEMPLATE.test(path)) return issues
  checkSyntax(path, text, issues)
  checkIncludes(path, text, files, found)
  checkAddresses(path, text, files, site, found)
  checkMarkup(text, found)
  if (site) checkFields(text, site, found)
  return issues
}

type Found = (severity: TemplateIssue['severity'], at: number, message: string) => void

/** Unknown tags, filters and parameters, and tags without an end; the first one of a file is told, as Liquid stops there. */
function checkSyntax(path: string, text: string, issues: TemplateIssue[]): void {
  try {
    new SiteLiquid().parse(text, path)
  } catch (thrown) {
    const { line, message } = templateError(thrown)
    issues.push({ file: path, line, severity: 'error', message })
  }
}

const INCLUDE = /\{%-?\s*(?:include|render|layout|extends)\s+(?:"([^"]+)"|'([^']+)')/g
function checkIncludes(path: string, text: string, files: ReadonlyMap<string, unknown>, found: Found): void {
  for (const { 1: double, 2: single, index } of text.matchAll(INCLUDE)) {
    const given = double ?? single ?? ''
    try {
      const target = resolvePath(given, path)
      if (!files.has(target)) found('error', index, `模板文件“${target}”不存在，请检查名称和大小写`)
    } catch (thrown) {
      found('error', index, templateError(thrown).message)
    }
  }
}

const ADDRESS = /\s(href|src|poster)\s*=\s*(?:"([^"{}<>]+)"|'([^'{}<>]+)')/gi
const ASSET = /\{\{-?\s*(?:"([^"]+)"|'([^']+)')\s*\|\s*asset\b/g
const REMOTE_SCRIPT = /<script\b[^>]*\ssrc\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/gi

function checkAddresses(
  path: string,
  text: string,
  files: ReadonlyMap<string, unknown>,
  site: CheckedSite | null,
  found: Found,
): void {
  for (const { 1: double, 2: single, index } of text.matchAll(ASSET)) {
    const given = (double ?? single ?? '').replace(/^\/+/, '')
    if (!files.has(given)) found('error', index, `模板里没有文件“${given}”，请检查名称和大小写`)
  }
  for (const { 1: address = '', index } of text.matchAll(REMOTE_SCRIPT))
    found('warning', index, `脚本来自其他网站：${address}。它能控制整个页面，请放进模板的文件夹`)
  for (const { 2: double, 3: single, index } of text.matchAll(ADDRESS)) {
    const address = (double ?? single ?? '').trim()
    if (address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i.test(address) || /^\/(?:files|thumbs)\//.test(address))
      continue
    const bare = plainPath(address)
    if (/\.\w+$/.test(bare) && !/\.(?:s?html?|xml|txt)$/i.test(bare)) {
      const places = address.startsWith('/') ? [bare.replace(/^\/+/, '')] : assetsOf(address, path)
      if (!places.some((place) => files.has(place)))
        found('error', index, `模板里没有文件“${bare}”，请检查名称和大小写`)
    } else if (site && address.startsWith('/') && !hasPage(bare, site.pages, files))
      found('warning', index, `网站上没有页面“${bare}”，请检查链接或栏目的地址`)
  }
}

function hasPage(path: string, pages: ReadonlySet<string>, files: ReadonlyMap<string, unknown>): boolean {
  const name = path.replace(/^\/+/, '')
  const places = name === '' || name.endsWith('/') ? [`${name}index.html`] : [name, `${name}/index.html`]
  return places.some((place) => pages.has(place) || files.has(place)) || /^(?:sitemap\.xml|robots\.txt)$/.test(name)
}

const STYLE_URL = /url\(\s*(?:"([^"]+)"|'([^']+)'|([^)'"\s]+))\s*\)/gi
function checkStyle(path: string, text: string, files: ReadonlyMap<string, unknown>, found: Found): void {
  for (const { 1: double, 2: single, 3: bare, index } of text.matchAll(STYLE_URL)) {
    const address = double ?? single ?? bare ?? ''
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address) || /^\/(?:files|thumbs)\//.test(address)) continue
    const target = address.startsWith('/') ? plainPath(address).slice(1) : below(path, plainPath(address))
    if (target !== '' && !files.has(target)) found('warning', index, `样式用到的文件“${target}”不存在`)
  }
}

function below(from: string, address: string): string {
  const names = from.split('/').slice(0, -1)
  for (const name of address.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}

function plainPath(address: string): string {
  const path = address.split(/[?#]/)[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Elements without an end, and those whose end may be left out. */
const OPEN_ENDED = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th tbody thead tfoot option optgroup colgroup html head body rp rt caption'.split(
    ' ',
  ),
)
const HIDDEN = /<!--[\s\S]*?-->|<(script|style|textarea|svg)\b[\s\S]*?<\/\1\s*>|<!doctype[^>]*>|\{\{[\s\S]*?\}\}/gi
const LIQUID = /\{%-?\s*(\w+)[\s\S]*?%\}/g
const ELEMENT = /<(\/?)([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi

/** Elements that are not closed, or closed without being open. Of `if … else …` the first branch counts. */
function checkMarkup(text: string, found: Found): void {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  const plain = withoutElse(text.replace(HIDDEN, blank), blank).replace(LIQUID, blank)
  const open: { name: string; at: number }[] = []
  for (const { 1: slash, 2: given = '', 4: self, index } of plain.matchAll(ELEMENT)) {
    const name = given.toLowerCase()
    if (OPEN_ENDED.has(name) || self === '/') continue
    if (slash !== '/') {
      open.push({ name, at: index })
      continue
    }
    const last = open.findLastIndex((each) => each.name === name)
    if (last < 0) found('warning', index, `</${name}> 没有对应的开头`)
    else for (const { name: inner, at } of open.splice(last).slice(1)) found('warning', at, `<${inner}> 没有结束`)
  }
  for (const { name, at } of open) found('warning', at, `<${name}> 没有结束`)
}

/** Blocks without an `else`. */
const VERBATIM: ReadonlySet<string> = new Set(['block', 'capture', 'raw', 'comment', 'tablerow'])

/** Takes out what stands between `else`, `elsif` or a later `when` and the end. */
function withoutElse(text: string, blank: (part: string) => string): string {
  const cuts: [number, number][] = []
  const blocks: { cutFrom: number; whens: number }[] = []
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(LIQUID)) {
    const block = blocks.at(-1)
    if (BLOCK_TAGS.has(tag) && !VERBATIM.has(tag)) blocks.push({ cutFrom: -1, whens: 0 })
    else if (tag.startsWith('end') && !VERBATIM.has(tag.slice(3))) {
      blocks.pop()
      if (block && block.cutFrom >= 0) cuts.push([block.cutFrom, index])
    } else if (
      block &&
      (tag === 'else' || tag === 'elsif' || (tag === 'when' && (block.whens += 1) > 1)) &&
      block.cutFrom < 0
    )
      block.cutFrom = index + whole.length
  }
  return cuts.reduce((now, [from, to]) => now.slice(0, from) + blank(now.slice(from, to)) + now.slice(to), text)
}

/** Names that every article has beside the fields of its column. */
const ARTICLE_NAMES = fieldNames('article')
const FIELD = /\b(article|previous|next)\.([A-Za-z_]\w*)/g
const OUTPUT = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

function checkFields(text: string, { columns }: CheckedSite, found: Found): void {
  const known = new Set(columns.flatMap(({ fields }) => fields.map(({ name }) => name)))
  for (const { 0: output, index } of text.matchAll(OUTPUT))
    for (const { 1: thing, 2: name = '', index: at } of output.matchAll(FIELD))
      if (!known.has(name) && !ARTICLE_NAMES.has(name))
        found('warning', index + at, `没有栏目有字段“${name}”，${thing}.${name} 是空的，请检查拼写`)
}

/** Files that nothing of the template names. */
function unused(files: ReadonlyMap<string, CheckedFile>, site: CheckedSite | null): TemplateIssue[] {
  const texts = [...files].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const]))
  const chosen = new Set(
    site?.columns.flatMap(({ listTemplates, detailTemplates }) => [...listTemplates, ...detailTemplates]),
  )
  const isNamed = (path: string): boolean => {
    const name = path.split('/').at(-1) ?? path
    const bare = TEMPLATE.test(name) ? name.replace(/\.\w+$/, '') : name
    return texts.some(([other, text]) => other !== path && text.includes(bare))
  }
  return (
    [...files.keys()]
      .filter((path) => !RESERVED.has(path) && !DOCUMENT.test(path) && !chosen.has(path))
      // Which templates columns choose is only known with a site.
      .filter((path) => (site !== null || !TEMPLATE.test(path)) && !isNamed(path))
      .map((file) => ({ file, line: 0, severity: 'info', message: '没有被用到，不需要时可以删除' }) as const)
  )
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length
