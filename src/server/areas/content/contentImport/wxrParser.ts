import { SaxesParser } from 'saxes'
import { DamagedSourceError } from './source.ts'
import { xmlText } from './xmlText.ts'

/** A child element of the channel, with the texts of its children. */
export interface WxrElement {
  name: string
  /** Line at which the element begins. */
  line: number
  /** Texts by child name; the element's own text under its own name. */
  texts: Readonly<Record<string, string>>
  /** `category` children of an item. */
  terms: readonly { domain: string; nicename: string; title: string }[]
  comments: number
}

/** Most characters between two tags: an unclosed text would fill the memory. */
const MAX_TEXT = 16 * 1024 * 1024
/** Most characters of one element with all its children; every tag counts as `TAG_COST` characters. */
const [MAX_ELEMENT_LENGTH, TAG_COST] = [32 * 1024 * 1024, 100]
/** Nesting depth of the channel's children, and of their children. */
const [ELEMENT, CHILD] = [3, 4]
const MAX_DEPTH = 100

/**
 * Streams the children of a WordPress export's channel, without keeping the whole file in memory. Refuses document
 * types and entities other than XML's five, so nothing is expanded or fetched.
 * @throws DamagedSourceError where the file is not well formed or ends early
 */
export async function* wxrElements(bytes: AsyncIterable<Buffer>): AsyncGenerator<WxrElement, void> {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
  const finished: WxrElement[] = []
  let depth = 0
  let element:
    | (WxrElement & { texts: Record<string, string>; terms: { domain: string; nicename: string; title: string }[] })
    | null = null
  let child = ''
  let term: { domain: string; nicename: string } | null = null
  let text: string[] = []
  let [unclosedLength, elementLength] = [0, 0]
  let isExport = false
  const broken = (message: string): DamagedSourceError =>
    new DamagedSourceError({ line: parser.line, column: parser.column + 1, message })
  parser.on('error', (error) => {
    throw broken(toChineseReason(error.message))
  })
  parser.on('doctype', () => {
    throw broken('文件包含 DOCTYPE，无法导入')
  })
  const addLength = (characters: number): void => {
    elementLength += characters
    if (elementLength > MAX_ELEMENT_LENGTH) throw broken(`一条内容超过 ${MAX_ELEMENT_LENGTH / 1024 / 1024} MB`)
  }
  parser.on('opentag', ({ name, attributes }) => {
    unclosedLength = 0
    depth += 1
    if (depth <= ELEMENT) elementLength = 0
    addLength(TAG_COST)
    if (depth > MAX_DEPTH) throw broken(`元素嵌套超过 ${MAX_DEPTH} 层`)
    if (depth === 1 && name !== 'rss') throw broken('不是 WordPress 导出的文件')
    if (depth === 2) isExport ||= name === 'channel'
    if (depth === ELEMENT) {
      element = { name, line: parser.line, texts: {}, terms: [], comments: 0 }
      text = []
    } else if (depth === CHILD && element) {
      child = name
      text = []
      term = name === 'category' ? { domain: attributes.domain ?? '', nicename: attributes.nicename ?? '' } : null
      if (term) addLength(term.domain.length + term.nicename.length)
      if (name === 'wp:comment') element.comments += 1
    }
  })
  const addText = (piece: string): void => {
    unclosedLength = 0
    if (depth !== ELEMENT && depth !== CHILD) return
    addLength(piece.length)
    text.push(piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    unclosedLength = 0
    if (depth === CHILD && element) {
      if (term) element.terms.push({ ...term, title: text.join('') })
      else element.texts[child] = text.join('')
      text = []
    }
    if (depth === ELEMENT && element) {
      if (Object.keys(element.texts).length === 0) element.texts[name] = text.join('')
      finished.push(element)
      element = null
    }
    depth -= 1
  })
  for await (const piece of xmlText(bytes, () => parser.line)) {
    unclosedLength += piece.length
    if (unclosedLength > MAX_TEXT) throw broken('一段文字没有结束标签')
    const failure = catchError(() => parser.write(piece))
    yield* finished.splice(0)
    if (failure) throw failure
  }
  const failure = catchError(() => parser.close())
  yield* finished.splice(0)
  if (failure) throw failure
  if (!isExport) throw broken('不是 WordPress 导出的文件')
}

/** Returns the error of a parser callback, so that the elements before it are yielded first. */
function catchError(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error('the export was not read', { cause: error })
  }
}

/** Translates a message of saxes; drops its leading position. */
function toChineseReason(message: string): string {
  const said = message.replace(/^\d+:\d+: /, '')
  if (/unclosed|unexpected end|document must contain/i.test(said)) return '文件不完整（可能未下载完整）'
  if (/entity/i.test(said)) return '包含无法识别的实体（&…;）'
  if (/tag|attribute/i.test(said)) return '标签不完整或未配对'
  if (/character/i.test(said)) return '包含不允许的字符'
  return '格式有误'
}
