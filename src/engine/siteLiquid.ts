import {
  BlockTag,
  CaptureTag,
  type Context,
  type Emitter,
  IncludeTag,
  LayoutTag,
  Liquid,
  type Tag,
  RenderTag,
  type Template,
} from 'liquidjs'
import { DEPENDENCY } from './dependencies.ts'
import { CountingEmitter } from './emitter.ts'
import { PageContext } from './fragmentCache.ts'
import { registerFilters } from './filters.ts'
import { guardLinks } from './links.ts'
import { LIMITS, type PageState, stateOf, UNIT_BYTES } from './pageState.ts'
import { renderTemplates, runToEnd } from './syncRender.ts'
import { replaceSpans, findSpans } from '#shared/util/spans.ts'
import { escapeHtml, toOutput, SafeHtml, toText } from './safeHtml.ts'
import { article, banner, channel, crumbs, labels, nav, neighbours, pages, related } from './tags/blockTags.ts'
import type { BlockTagName, LineTagName } from './catalogue/index.ts'
import { createBlockTag, createLineTag, type TagImplementation } from './tags/blockTag.ts'
import { copyright, icp, mourning, seo, thirdParty } from './tags/lineTags.ts'
import { list } from './tags/list.ts'

/** Tags of the site engine with a body. */
const BLOCKS: Record<BlockTagName, TagImplementation> = {
  list,
  crumbs,
  neighbours,
  pages,
  banner,
  nav,
  channel,
  article,
  labels,
  related,
}
const LINES: Record<LineTagName, (state: PageState) => string> = {
  seo,
  mourning,
  third_party: thirdParty,
  copyright,
  icp,
}

/** A parsed file of the template, and the asset files that its addresses refer to. */
interface Parsed {
  templates: Template[]
  assets: readonly string[]
}

/**
 * Liquid for the files of one template. Output is escaped unless it is markup (SafeHtml), only files of the template
 * are accessible, and rendering has limits. Renders one page at a time.
 */
export class SiteLiquid extends Liquid {
  /** The page that is being rendered. */
  state: PageState | null = null
  /** Names of the site's tags on the current page. */
  readonly used = new Set<string>()
  readonly #parsed = new Map<string, Parsed>()
  readonly #trace: boolean

  /** @param trace adds file and line of the template to elements (`data-template-line`) */
  constructor({ trace = false }: { trace?: boolean } = {}) {
    super({
      outputEscape: toOutput,
      strictFilters: true,
      ownPropertyOnly: true,
      // Empty fields count as missing: `{% if article.author %}`.
      jsTruthy: true,
      dynamicPartials: true,
      parseLimit: LIMITS.file * 2,
      renderLimit: LIMITS.timeoutMs,
      memoryLimit: LIMITS.memory,
      locale: 'zh-CN',
    })
    this.#trace = trace
    registerFilters(this)
    for (const [name, work] of Object.entries(BLOCKS)) this.#register(name, createBlockTag(name, work))
    for (const [name, draw] of Object.entries(LINES))
      this.#register(
        name,
        createLineTag((state) => {
          this.used.add(name)
          // Reading `page` prevents caching, because `used` must be set for each page.
          void state.page
          return draw(state)
        }),
      )
    this.#register('capture', SafeCapture)
    this.#register('include', limitNesting(IncludeTag))
    this.#register('render', limitNesting(RenderTag))
    this.#register('layout', limitNesting(LayoutTag))
    this.#register('extends', limitNesting(LayoutTag))
    this.#register('block', PageBlock)
    this.renderer.renderTemplates = (templates, ctx, emitter) =>
      renderTemplates(templates, ctx, emitter ?? new CountingEmitter(stateOf(ctx)))
  }

  /** Renders a file of the template for a page. */
  draw(path: string, state: PageState, values: object): string {
    this.state = state
    this.used.clear()
    try {
      const ctx = new PageContext(
        {},
        this.options,
        { sync: true, globals: values, renderLimit: state.limits.timeoutMs },
        { liquid: this },
      )
      const { memoryLimit } = ctx
      const use = memoryLimit.use.bind(memoryLimit)
      memoryLimit.use = (count) => {
        use(count)
        state.requireHeap(count * UNIT_BYTES)
      }
      return String(runToEnd(this.renderer.renderTemplates(this.load(path, ''), ctx)))
    } finally {
      this.state = null
    }
  }

  /** Loads and parses a file, and records the page's dependency. */
  load(given: string, from: string): Template[] {
    const { state } = this
    if (!state) throw new Error('no page is drawn')
    const path = resolvePath(given, from)
    state.dependsOn(DEPENDENCY.file(path))
    const { source } = state.index
    const file = source.template(path)
    if (!file) throw new Error(`模板文件“${path}”不存在，请检查名称和大小写`)
    if (file.text === null || file.text.length > state.limits.file)
      throw new Error(`模板文件“${path}”过大或不是文本，最多 ${Math.round(state.limits.file / 1000)} KB`)
    const key = `${path}@${file.revision}`
    const parsed = this.#parsed.get(key) ?? this.#parse(file.text, path, source.files)
    this.#parsed.set(key, parsed)
    for (const asset of parsed.assets) state.dependsOn(`has:${asset}`)
    return parsed.templates
  }

  #parse(text: string, path: string, files: ReadonlyMap<string, unknown>): Parsed {
    const { html, assets } = prepare(this.#trace ? addTemplateLines(text, path) : text, path, files)
    return { templates: this.parse(html, path), assets }
  }

  override *_parsePartialFile(
    file: string,
    _sync?: boolean,
    currentFile?: string,
  ): Generator<unknown, Template[], Template[] | string> {
    yield
    return this.load(file, currentFile ?? '')
  }

  override *_parseLayoutFile(
    file: string,
    _sync?: boolean,
    currentFile?: string,
  ): Generator<unknown, Template[], Template[] | string> {
    yield
    return this.load(file, currentFile ?? '')
  }

  #register(name: string, tag: unknown): void {
    this.registerTag(name, tag as Parameters<Liquid['registerTag']>[1])
  }
}

/** The content of a block differs between templates, so reading `page` prevents caching. */
class PageBlock extends BlockTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    void stateOf(ctx).page
    yield* super.render(ctx, emitter)
  }
}

/** Captured output is already escaped, so it is markup. */
class SafeCapture extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    yield* super.render(ctx)
    const scope = ctx.bottom() as Record<string, unknown>
    scope[this.variable] = new SafeHtml(toText(scope[this.variable]))
  }
}

interface Drawn extends Tag {
  render(ctx: Context, emitter: Emitter): Generator<unknown, unknown, unknown>
}
type Nesting = new (...args: ConstructorParameters<typeof IncludeTag>) => Drawn

/** Limits the nesting depth of a tag that renders another file. */
const limitNesting = (base: Nesting): Nesting =>
  class extends base {
    override *render(ctx: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
      const state = stateOf(ctx)
      if (state.depth >= state.limits.depth)
        throw new Error(`模板嵌套超过 ${state.limits.depth} 层，请检查是否互相包含`)
      state.depth += 1
      try {
        return yield* super.render(ctx, emitter)
      } finally {
        state.depth -= 1
      }
    }
  }

/**
 * Resolves the path of a file in a template: relative to its own folder with `./` or `../`, else to the root. The
 * default extension is .html.
 */
export function resolvePath(given: string, from: string): string {
  const text = toText(given).trim()
  if (/[\\\p{Cc}]/u.test(text) || /^[a-z]+:/i.test(text)) throw new Error(`模板文件名“${text}”有误，请用 / 分隔文件夹`)
  const names = /^\.{1,2}\//.test(text) ? from.split('/').slice(0, -1) : []
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) throw new Error(`“${text}”在模板的文件夹之外，请使用模板内的文件`)
  }
  const path = names.join('/')
  return /\.[\w-]+$/.test(path) ? path : `${path}.html`
}

/** Start tags of elements; invisible and non-markup parts are skipped. */
const TRACED = /\{%|\{\{|<!--|<(?!html\b|head\b|meta\b|link\b|base\b)([a-z][\w-]*)(?=[\s>/])/gi
const SILENT_ENDS: Readonly<Record<string, RegExp>> = {
  '{%': /%\}/g,
  '{{': /\}\}/g,
  '<!--': /-->/g,
  '<script': /<\/script\s*>/gi,
  '<style': /<\/style\s*>/gi,
  '<title': /<\/title\s*>/gi,
  '<textarea': /<\/textarea\s*>/gi,
}

/** Adds the template position to each element; line numbers don't change. */
export function addTemplateLines(text: string, path: string): string {
  let [line, at] = [1, 0]
  const spans = findSpans(text, TRACED, ([begin]) => SILENT_ENDS[begin.toLowerCase()] ?? null)
  return replaceSpans(text, spans, ({ opening, end }) => {
    const { 1: name, index } = opening
    if (name === undefined || end !== null) return null
    for (; at < index; at += 1) if (text[at] === '\n') line += 1
    return `<${name} data-template-line="${escapeHtml(path)}:${line}"`
  })
}

const RELATIVE_ADDRESS = /(\s(?:href|src|poster)\s*=\s*)(["'])(?![a-z][a-z\d+.-]*:|[/#?]|\{)([^"'{}<>]+)\2/gi
const SUPER = /\{\{(-?)\s*block\.super\s*(-?)\}\}/g

/**
 * Prepares a template's text for parsing: guards links against scripts, and makes addresses of template files such as
 * `css/a.css` absolute. Line numbers don't change.
 */
function prepare(text: string, path: string, files: ReadonlyMap<string, unknown>): { html: string; assets: string[] } {
  const assets: string[] = []
  const html = guardLinks(text.replace(SUPER, '{{$1 block.super | block_super $2}}')).replace(
    RELATIVE_ADDRESS,
    (whole, name: string, quote: string, address: string) => {
      const places = assetCandidates(address, path)
      assets.push(...places)
      const file = places.find((place) => files.has(place))
      return file === undefined
        ? whole
        : `${name}${quote}/${encodeURI(file)}${/[?#].*$/.exec(address)?.[0] ?? ''}${quote}`
    },
  )
  return { html, assets }
}

/**
 * Candidate paths of an asset that an address refers to: relative to the template's own folder, or to the root. Empty
 * for pages.
 */
export function assetCandidates(address: string, from: string): string[] {
  try {
    const path = decodeURI(address.trim().split(/[?#]/)[0] ?? '')
    if (!/\.\w+$/.test(path) || /\.html?$/i.test(path)) return []
    return [
      ...new Set([
        resolvePath(path.startsWith('.') ? path : `./${path}`, from),
        resolvePath(path.replace(/^\.\//, ''), ''),
      ]),
    ]
  } catch {
    return []
  }
}
