import { DomUtils, parseDocument } from 'htmlparser2'
import iconv from 'iconv-lite'

export interface HtmlPage {
  title: string
  html: string
  description: string
  author: string
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
const AROUND = ['nav', 'header', 'footer', 'aside', 'script', 'style', 'noscript', 'template', 'form', 'iframe']
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a page: in the encoding that it names, else UTF-8, else GB18030. */
export function pageText(bytes: Buffer): string {
  const declared = CHARSET.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1]
  if (declared && !/^utf-?8$/i.test(declared) && iconv.encodingExists(declared)) return iconv.decode(bytes, declared)
  try {
    return UTF8.decode(bytes)
  } catch {
    return iconv.decode(bytes, 'gb18030')
  }
}

/** What a page says by itself: without the menus and edges that a site's template draws anew. */
export function htmlPage(text: string): HtmlPage {
  const root = parseDocument(text)
  const first = (name: string): Element | undefined => DomUtils.getElementsByTagName(name, root, true, 1)[0]
  const meta = (name: string): string =>
    DomUtils.getElementsByTagName('meta', root)
      .find((each) => each.attribs.name?.toLowerCase() === name)
      ?.attribs.content?.trim() ?? ''
  const body = first('main') ?? first('article') ?? first('body')
  const heading = textOf(body && DomUtils.getElementsByTagName('h1', body, true, 1)[0])
  const title = textOf(first('title')) || heading
  const within = body ?? root
  for (const name of AROUND)
    for (const each of DomUtils.getElementsByTagName(name, within)) DomUtils.removeElement(each)
  if (!body) for (const head of DomUtils.getElementsByTagName('head', root)) DomUtils.removeElement(head)
  const html = DomUtils.getInnerHTML(within)
  return { title, html: html.trim(), description: meta('description'), author: meta('author') }
}

const textOf = (element: Element | undefined): string =>
  element ? DomUtils.textContent(element).replace(/\s+/g, ' ').trim() : ''
