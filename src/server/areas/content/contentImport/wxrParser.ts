import { SaxesParser } from 'saxes'
import { BrokenSource } from './source.ts'
import { xmlText } from './xmlText.ts'

/** An element of the channel with the texts of its children. */
export interface WxrElement {
  name: string
  /** Line at which it begins. */
  line: number
  /** Texts by the children's names; for the channel's own texts, its name. */
  texts: Readonly<Record<string, string>>
  /** `category` children of an item. */
  terms: readonly { domain: string; nicename: string; title: string }[]
  comments: number
}

/** Most characters between two marks: a text that is never closed would fill the memory. */
const MAX_TEXT = 16 * 1024 * 1024
/** Most characters of an element with all that is in it, however many marks are between; each mark counts as so many. */
const [MOST_HELD, MARK] = [32 * 1024 * 1024, 100]
/** Depth of the channel's children, and of theirs. */
const [ELEMENT, CHILD] = [3, 4]
const NEST = 100

/**
 * The children of the channel of a WordPress export, one after the other: the file is never held as a whole. Entities
 * beyond XML's own five are refused, and so are document types, so that nothing is expanded or fetched.
 * @throws BrokenSource where the file is not well formed, or ends too early
 */
export async function* wxrElements(bytes: AsyncIterable<Buffer>): AsyncGenerator<WxrElement, void> {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
  const done: WxrElement[] = []
  let depth = 0
  let element:
    | (WxrElement & { texts: Record<string, string>; terms: { domain: string; nicename: string; title: string }[] })
    | null = null
  let child = ''
  let term: { domain: string; nicename: string } | null = null
  let text: string[] = []
  let [quiet, held] = [0, 0]
  let isExport = false
  const broken = (message: string): BrokenSource =>
    new BrokenSource({ line: parser.line, column: parser.column + 1, message })
  parser.on('error', (error) => {
    throw broken(reasonOf(error.message))
  })
  parser.on('doctype', () => {
    throw broken('文件里有 DOCTYPE，不能导入')
  })
  const hold = (characters: number): void => {
    held += characters
    if (held > MOST_HELD) throw broken('一条内容太大')
  }
  parser.on('opentag', ({ name, attributes }) => {
    quiet = 0
    depth += 1
    if (depth <= ELEMENT) held = 0
    hold(MARK)
    if (depth > NEST) throw broken('元素嵌套太深')
    if (depth === 1 && name !== 'rss') throw broken('不是 WordPress 导出的文件')
    if (depth === 2) isExport ||= name === 'channel'
    if (depth === ELEMENT) {
      element = { name, line: parser.line, texts: {}, terms: [], comments: 0 }
      text = []
    } else if (depth === CHILD && element) {
      child = name
      text = []
      term = name === 'category' ? { domain: attributes.domain ?? '', nicename: attributes.nicename ?? '' } : null
      if (term) hold(term.domain.length + term.nicename.length)
      if (name === 'wp:comment') element.comments += 1
    }
  })
  const take = (piece: string): void => {
    quiet = 0
    if (depth !== ELEMENT && depth !== CHILD) return
    hold(piece.length)
    text.push(piece)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', ({ name }) => {
    quiet = 0
    if (depth === CHILD && element) {
      if (term) element.terms.push({ ...term, title: text.join('') })
      else element.texts[child] = text.join('')
      text = []
    }
    if (depth === ELEMENT && element) {
      if (Object.keys(element.texts).length === 0) element.texts[name] = text.join('')
      done.push(element)
      element = null
    }
    depth -= 1
  })
  for await (const piece of xmlText(bytes, () => parser.line)) {
    quiet += piece.length
    if (quiet > MAX_TEXT) throw broken('一段文字没有结束')
    const stop = written(() => parser.write(piece))
    yield* done.splice(0)
    if (stop) throw stop
  }
  const stop = written(() => parser.close())
  yield* done.splice(0)
  if (stop) throw stop
  if (!isExport) throw broken('不是 WordPress 导出的文件')
}

/** What a handler threw; the elements before it are handed on first. */
function written(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error('the export was not read', { cause: error })
  }
}

/** saxes speaks English and begins with the place. */
function reasonOf(message: string): string {
  const said = message.replace(/^\d+:\d+: /, '')
  if (/unclosed|unexpected end|document must contain/i.test(said)) return '文件没有结束（可能没有下载完整）'
  if (/entity/i.test(said)) return '有不认识的实体（&…;）'
  if (/tag|attribute/i.test(said)) return '标签不完整或没有配对'
  if (/character/i.test(said)) return '有不允许的字符'
  return '格式不正确'
}
