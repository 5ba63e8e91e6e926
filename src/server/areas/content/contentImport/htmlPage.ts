import { DomHandler, DomUtils, Parser } from 'htmlparser2'
import iconv from 'iconv-lite'
import { MAX_HTML_DEPTH } from '#shared/domain/htmlDepth.ts'

interface HtmlPage {
  title: string
  html: string
  description: string
  author: string
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Parent = Element | ReturnType<typeof parseDocument>
const PAGE_CHROME = new Set('nav header footer aside script style noscript template form iframe'.split(' '))
/**
 * Twice the depth that stored texts may have, because surrounding markup is removed. Larger pages would block the
 * server.
 */
const [MAX_DEPTH, MAX_ELEMENTS] = [2 * MAX_HTML_DEPTH, 200_000]
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a page by its declared encoding, else as UTF-8, else as GB18030. */
export function decodePage(bytes: Buffer): string {
  const declared = CHARSET.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1]
  if (declared && !/^utf-?8$/i.test(declared) && iconv.encodingExists(declared)) return iconv.decode(bytes, declared)
  try {
    return UTF8.decode(bytes)
  } catch {
    return iconv.decode(bytes, 'gb18030')
  }
}

/** Enforces the limits while parsing: the cost of an element grows with its depth. */
class LimitedHandler extends DomHandler {
  private depth = 0
  private elements = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1
    this.elements += 1
    if (this.depth > MAX_DEPTH || this.elements > MAX_ELEMENTS) throw new Error('a page has too many elements')
    super.onopentag(name, attributes)
  }
  override onclosetag(): void {
    this.depth -= 1
    super.onclosetag()
  }
}

function parseDocument(text: string) {
  const handler = new LimitedHandler()
  new Parser(handler).end(text)
  return handler.root
}

/**
 * Extracts a page's own text, without menus, headers and footers, which the site's template supplies.
 * @throws for a page that is nested too deeply or has too many elements
 */
export function extractPage(text: string): HtmlPage {
  const root = parseDocument(text)
  const first = (name: string): Element | undefined => DomUtils.getElementsByTagName(name, root, true, 1)[0]
  const meta = (name: string): string =>
    DomUtils.getElementsByTagName('meta', root)
      .find((each) => each.attribs.name?.toLowerCase() === name)
      ?.attribs.content?.trim() ?? ''
  const body = first('main') ?? first('article') ?? first('body')
  const heading = textOf(body && DomUtils.getElementsByTagName('h1', body, true, 1)[0])
  const title = textOf(first('title')) || heading
  const [description, author] = [meta('description'), meta('author')]
  const content = body ?? root
  removeDescendants(content, body ? PAGE_CHROME : new Set([...PAGE_CHROME, 'head']))
  // Keeps characters unescaped: the sanitizer counts each entity, and Chinese text would be full of them.
  const html = DomUtils.getInnerHTML(content, { encodeEntities: 'utf8' })
  return { title, html: html.trim(), description, author }
}

/** Filters in one pass: removing elements one by one searches the siblings each time. */
function removeDescendants(parent: Parent, names: ReadonlySet<string>): void {
  parent.children = parent.children.filter((child) => {
    if (!('tagName' in child)) return true
    if (names.has(child.tagName)) return false
    removeDescendants(child, names)
    return true
  })
}

const textOf = (element: Element | undefined): string =>
  element ? DomUtils.textContent(element).replace(/\s+/g, ' ').trim() : ''
