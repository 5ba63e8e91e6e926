import { BLOCK_TAGS, fieldNames } from './catalogue/index.ts'
import { assetCandidates, resolvePath, SiteLiquid } from './siteLiquid.ts'
import { toTemplateError } from './errors.ts'
import type { ColumnFacts } from './data.ts'
import { replaceSpans, findSpans } from '#shared/util/spans.ts'

/** A problem or possible problem of a template. */
export interface TemplateIssue {
  file: string
  /** Line number from 1; 0: the whole file. */
  line: number
  severity: 'error' | 'warning' | 'info'
  /** Problem and remedy, in Chinese. */
  message: string
}

export interface CheckedFile {
  /** null: not a text file. */
  text: string | null
  size: number
}

/** The site that uses the template; without it fields, links and unused templates are not checked. */
export interface CheckedSite {
  columns: readonly Pick<ColumnFacts, 'fields' | 'listTemplates' | 'detailTemplates'>[]
  /** Files of its pages. */
  pages: ReadonlySet<string>
}

/** Maximum size of a picture without a warning, bytes. */
const MAX_PICTURE_BYTES = 500_000
const MAX_ISSUES = 1000
const TEMPLATE = /\.(?:html?|liquid)$/i
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i
const RESERVED = new Set(['index.html', '404.html', 'favicon.ico', 'robots.txt'])
const DOCUMENT = /(?:^|\/)(?:readme|license|licence|changelog)(?:\.\w+)?$|\.(?:map|md)$|(?:^|\/)\./i

/** Checks a template's folder; errors come first. */
export function checkTemplate(files: ReadonlyMap<string, CheckedFile>, site: CheckedSite | null): TemplateIssue[] {
  const issues = [...files].flatMap(([path, file]) => checkFile(path, file, files, site))
  const rank = { error: 0, warning: 1, info: 2 } as const
  return [...issues, ...findUnusedFiles(files, site)]
    .toSorted(
      (a, b) => rank[a.severity] - rank[b.severity] || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
    )
    .slice(0, MAX_ISSUES)
}

/** Checks one file of the folder. */
export function checkFile(
  path: string,
  { text, size }: CheckedFile,
  files: ReadonlyMap<string, unknown>,
  site: CheckedSite | null,
): TemplateIssue[] {
  const issues: TemplateIssue[] = []
  const lineAt = createLineFinder(text ?? '')
  const found = (severity: TemplateIssue['severity'], at: number, message: string): void => {
    issues.push({ file: path, line: at < 0 || text === null ? 0 : lineAt(at), severity, message })
  }
  if (PICTURE.test(path) && size > MAX_PICTURE_BYTES)
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

type Report = (severity: TemplateIssue['severity'], at: number, message: string) => void

/**
 * Reports unknown tags, filters and parameters, and unclosed tags: only the first one of a file, where Liquid stops.
 */
function checkSyntax(path: string, text: string, issues: TemplateIssue[]): void {
  try {
    new SiteLiquid().parse(text, path)
  } catch (thrown) {
    const { line, message } = toTemplateError(thrown)
    issues.push({ file: path, line, severity: 'error', message })
  }
}

const INCLUDE = /\{%-?\s*(?:include|render|layout|extends)\s+(?:"([^"]+)"|'([^']+)')/g
function checkIncludes(path: string, text: string, files: ReadonlyMap<string, unknown>, found: Report): void {
  for (const { 1: double, 2: single, index } of text.matchAll(INCLUDE)) {
    const given = double ?? single ?? ''
    try {
      const target = resolvePath(given, path)
      if (!files.has(target)) found('error', index, `模板文件“${target}”不存在，请检查名称和大小写`)
    } catch (thrown) {
      found('error', index, toTemplateError(thrown).message)
    }
  }
}

const ADDRESS = /\s(href|src|poster)\s*=\s*(?:"([^"{}<>]+)"|'([^'{}<>]+)')/gi
const ASSET = /\{\{-?\s*(?:"([^"]+)"|'([^']+)')\s*\|\s*asset\b/g
const SCRIPT = /<script\b/gi
const TAG_END = />/g
const REMOTE_SOURCE = /\ssrc\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/i

function checkAddresses(
  path: string,
  text: string,
  files: ReadonlyMap<string, unknown>,
  site: CheckedSite | null,
  found: Report,
): void {
  for (const { 1: double, 2: single, index } of text.matchAll(ASSET)) {
    const given = (double ?? single ?? '').replace(/^\/+/, '')
    if (!files.has(given)) found('error', index, `模板中没有文件“${given}”，请检查名称和大小写`)
  }
  for (const { opening, end } of findSpans(text, SCRIPT, () => TAG_END)) {
    const address = end === null ? undefined : REMOTE_SOURCE.exec(text.slice(opening.index, end))?.[1]
    if (address !== undefined)
      found('warning', opening.index, `脚本来自其他网站：${address}。该脚本可以控制整个页面，请放入模板的文件夹`)
  }
  for (const { 2: double, 3: single, index } of text.matchAll(ADDRESS)) {
    const address = (double ?? single ?? '').trim()
    if (address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i.test(address) || /^\/(?:files|thumbs)\//.test(address))
      continue
    const bare = plainPath(address)
    if (/\.\w+$/.test(bare) && !/\.(?:s?html?|xml|txt)$/i.test(bare)) {
      const places = address.startsWith('/') ? [bare.replace(/^\/+/, '')] : assetCandidates(address, path)
      if (!places.some((place) => files.has(place)))
        found('error', index, `模板中没有文件“${bare}”，请检查名称和大小写`)
    } else if (site && address.startsWith('/') && !hasPage(bare, site.pages, files))
      found('warning', index, `网站上没有页面“${bare}”，请检查链接或栏目的地址`)
  }
}

function hasPage(path: string, pages: ReadonlySet<string>, files: ReadonlyMap<string, unknown>): boolean {
  const name = path.replace(/^\/+/, '')
  const places = name === '' || name.endsWith('/') ? [`${name}index.html`] : [name, `${name}/index.html`]
  return places.some((place) => pages.has(place) || files.has(place)) || /^(?:sitemap\.xml|robots\.txt)$/.test(name)
}

const STYLE_URL = /url\(\s*(?:"([^"]+)"|'([^']+)'|([^()'"\s]+))\s*\)/gi
function checkStyle(path: string, text: string, files: ReadonlyMap<string, unknown>, found: Report): void {
  for (const { 1: double, 2: single, 3: bare, index } of text.matchAll(STYLE_URL)) {
    const address = double ?? single ?? bare ?? ''
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address) || /^\/(?:files|thumbs)\//.test(address)) continue
    const target = address.startsWith('/') ? plainPath(address).slice(1) : resolveRelative(path, plainPath(address))
    if (target !== '' && !files.has(target))
      found('warning', index, `样式引用的文件“${target}”不存在，请检查名称和大小写`)
  }
}

function resolveRelative(from: string, address: string): string {
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

/** Void elements, and elements whose end tag is optional. */
const OPEN_ENDED = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th tbody thead tfoot option optgroup colgroup html head body rp rt caption'.split(
    ' ',
  ),
)
const HIDDEN = /<!--|<(?:script|style|textarea|svg)\b|<!doctype|\{\{/gi
const HIDDEN_ENDS: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script\s*>/gi,
  '<style': /<\/style\s*>/gi,
  '<textarea': /<\/textarea\s*>/gi,
  '<svg': /<\/svg\s*>/gi,
  '<!doctype': TAG_END,
  '{{': /\}\}/g,
}
const LIQUID = /\{%-?\s*(\w+)/g
const LIQUID_END = /%\}/g
/** A tag, or an unclosed one up to the end of the text, so that no part is scanned twice. */
const ELEMENT = /<(\/?)([a-z][\w-]*)((?:[^>"']+|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(>|$)/gi

/** Reports unclosed elements and end tags without a start. Of `if … else …` only the first branch is checked. */
function checkMarkup(text: string, found: Report): void {
  const hidden = findSpans(text, HIDDEN, ([begin]) => HIDDEN_ENDS[begin.toLowerCase()] ?? null)
  const shown = blankElseBranches(replaceSpans(text, hidden, blankSpan))
  const liquid = findSpans(shown, LIQUID, () => LIQUID_END)
  const open: { name: string; at: number }[] = []
  const counts = new Map<string, number>()
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by)
  for (const tag of replaceSpans(shown, liquid, blankSpan).matchAll(ELEMENT)) {
    const { 1: slash, 2: given = '', 3: attributes = '', 4: end, index } = tag
    const name = given.toLowerCase()
    // The rest of the text belongs to an unclosed tag.
    if (end === '') return found('warning', index, `<${slash}${name} 缺少“>”`)
    if (OPEN_ENDED.has(name) || attributes.endsWith('/')) continue
    if (slash !== '/') {
      open.push({ name, at: index })
      count(name, 1)
      continue
    }
    if (!counts.get(name)) {
      found('warning', index, `</${name}> 没有对应的开始标签`)
      continue
    }
    const last = open.findLastIndex((each) => each.name === name)
    for (const [place, { name: inner, at }] of open.splice(last).entries()) {
      count(inner, -1)
      if (place > 0) found('warning', at, `<${inner}> 缺少结束标签`)
    }
  }
  for (const { name, at } of open) found('warning', at, `<${name}> 缺少结束标签`)
}

/** Blocks that have no `else`. */
const VERBATIM: ReadonlySet<string> = new Set(['block', 'capture', 'raw', 'comment', 'tablerow'])

/** Blanks the branches after `else`, `elsif` or a later `when`. */
function blankElseBranches(text: string): string {
  const cuts: [number, number][] = []
  const blocks: { cutFrom: number; whens: number }[] = []
  for (const { opening, end } of findSpans(text, LIQUID, () => LIQUID_END)) {
    if (end === null) break
    const { 1: tag = '', index } = opening
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
      block.cutFrom = end
  }
  const parts: string[] = []
  let at = 0
  for (const [from, to] of cuts.toSorted(([a], [b]) => a - b)) {
    // Skips a part within a blanked part.
    if (from < at) continue
    parts.push(text.slice(at, from), blank(text.slice(from, to)))
    at = to
  }
  return parts.join('') + text.slice(at)
}

const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
const blankSpan = ({ end }: { end: number | null }, whole: string): string | null =>
  end === null ? null : blank(whole)

/** Names of the fields that every article has. */
const ARTICLE_NAMES = fieldNames('article')
const FIELD = /\b(article|previous|next)\.([A-Za-z_]\w*)/g
const OUTPUT = /\{\{|\{%/g
const OUTPUT_END = /\}\}/g

function checkFields(text: string, { columns }: CheckedSite, found: Report): void {
  const known = new Set(columns.flatMap(({ fields }) => fields.map(({ name }) => name)))
  for (const { opening, end } of findSpans(text, OUTPUT, ([begin]) => (begin === '{{' ? OUTPUT_END : LIQUID_END))) {
    if (end === null) continue
    const { index } = opening
    for (const { 1: thing, 2: name = '', index: at } of text.slice(index, end).matchAll(FIELD))
      if (!known.has(name) && !ARTICLE_NAMES.has(name))
        found('warning', index + at, `所有栏目都没有字段“${name}”，${thing}.${name} 为空，请检查拼写`)
  }
}

/** Reports files that no file of the template refers to. */
function findUnusedFiles(files: ReadonlyMap<string, CheckedFile>, site: CheckedSite | null): TemplateIssue[] {
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
      // The templates that columns use are known only with a site.
      .filter((path) => (site !== null || !TEMPLATE.test(path)) && !isNamed(path))
      .map((file) => ({ file, line: 0, severity: 'info', message: '未被使用，不需要时可以删除' }) as const)
  )
}

/** Creates a function that returns the line number of an index, from 1. */
function createLineFinder(text: string): (at: number) => number {
  let [line, before] = [1, 0]
  return (at) => {
    // Most lookups are ascending; a smaller index restarts the search.
    if (at < before) [line, before] = [1, 0]
    for (let next = text.indexOf('\n', before); next >= 0 && next < at; next = text.indexOf('\n', before)) {
      line += 1
      before = next + 1
    }
    return line
  }
}
