import { HTML_DEPTH, isTooDeep } from '#shared/domain/htmlDepth.ts'
import { cleanTree, inertPage, renamed, unwrap } from '../html/elements.ts'
import { takeHidden } from '../html/hidden.ts'
import { prepareTree } from '../html/prepare.ts'
import { BARE } from '../schema/blocks.ts'
import { PART } from '../schema/table.ts'
import { pendingState } from '../uploads/pending.ts'
import { ASKS_ALT, PENDING } from '../schema/media.ts'
import { askForAlt, countImages, lazyImages, sendImages, takeWebImages } from './images.ts'
import { hiddenColumns, sheetStyles } from './sheet.ts'
import { tidy } from './tidy.ts'
import { wordLists } from './wordLists.ts'

/** Removes the clutter of Word and WPS. */
function wordDirt(body: HTMLElement): void {
  for (const each of body.querySelectorAll('*')) {
    const name = each.localName
    // Word writes an empty `o:p` into empty lines.
    if (name.includes(':')) {
      if ((each.textContent ?? '').trim() === '') each.remove()
      else unwrap(each)
      continue
    }
    if (/\bMsoTitle\b/.test(each.className)) renamed(each, 'h1')
  }
  for (const each of body.querySelectorAll<HTMLElement>('[style*="mso-char-indent-count"]')) {
    const style = each.getAttribute('style') ?? ''
    const ems = Number(/mso-char-indent-count:\s*([\d.]+)/.exec(style)?.[1] ?? 0)
    if (ems > 0) each.setAttribute('style', `${style}; text-indent: ${ems}em`)
  }
}

const DELETED = 'del[datetime], del[cite], .msoDel'
const INSERTED = 'ins[datetime], ins[cite], .msoIns'
/** Comments of Word and WPS: their list at the end, their text and the sign of each in the line. */
const COMMENTS = [
  '[style*="mso-element:comment-list" i]',
  '[style*="mso-element: comment-list" i]',
  '[style*="mso-element:comment" i]',
  '.msocomtxt',
  '.msocomoff',
  '.msocomanchor',
  '.MsoCommentReference',
  '[style*="mso-special-character:comment" i]',
].join(', ')
const COMMENTED = 'a[style*="mso-comment-reference" i]'

/**
 * Removes tracked deletions and comments; tracked insertions stay, without their underline.
 * @returns the text of each removed part
 */
function revisions(body: HTMLElement): string[] {
  const gone: string[] = []
  for (const element of body.querySelectorAll(`${DELETED}, ${COMMENTS}`)) {
    if (!body.contains(element)) continue
    const text = (element.textContent ?? '').trim()
    if (text) gone.push(text)
    element.remove()
  }
  for (const element of body.querySelectorAll(`${INSERTED}, ${COMMENTED}`)) unwrap(element)
  return gone
}

/** How much of the copied text was open at its ends: editors of this kind write it for each other. */
const SLICE = 'data-pm-slice'
const SHEET = /schemas-microsoft-com:office:excel|content=["']?(?:Excel\.Sheet|ET\.)/i
const WORD = /schemas-microsoft-com:office:word|class=["']?Mso|mso-[a-z-]+:|WPS (?:Office|文字)/i

const FOREIGN = /background[^;]*url\(\s*["']?(?:https?:|\/\/)/i

interface Means {
  /** Pictures of the clipboard that the HTML only names; asked for when it does. */
  local: () => readonly File[]
  /** Uploads pictures; the number of each. */
  send: (files: readonly File[]) => readonly number[]
  /** The same for pictures that articles of WeChat and 秀米 name. */
  sendWeb: (addresses: readonly string[]) => readonly number[]
}

interface Cleaned {
  html: string
  /** What could not come along, in words for the user. */
  notes: string[]
}

const TOO_DEEP = `粘贴的内容嵌套超过 ${HTML_DEPTH} 层，只粘贴了文字；需要版式时，请在原处清除多余的表格和格式后再复制`

interface Left {
  web: number
  missing: number
  hidden: number
  backgrounds: boolean
}

function notesOf(gone: readonly string[], { web, missing, hidden, backgrounds }: Left): string[] {
  const notes: string[] = []
  if (hidden > 0) notes.push(`粘贴的内容里有 ${hidden} 处隐藏的文字、已删除的修订或批注，没有粘贴进来`)
  if (backgrounds) notes.push('背景图片在其他网站，已经去掉；需要时请下载后作为图片插入')
  if (gone.length > 0) notes.push('粘贴的内容里有不支持的部分（如嵌入的网页、视频框架或表单），已经去掉')
  if (web > 0) notes.push(`${web} 张图片在其他网站，保留了原地址；对方可能不允许引用，建议下载后重新插入`)
  if (missing > 0) notes.push(`${missing} 张图片没有随内容一起复制过来，请单独复制图片后粘贴`)
  return notes
}

/**
 * Cleans pasted HTML: structure and styles of Word, WPS, Excel, WeChat articles and 秀米 are kept; their clutter, scripts
 * and everything outside htmlRules are removed. Content of an editor like this one is unchanged.
 */
export function cleanPasted(html: string, { local, send, sendWeb }: Means): Cleaned {
  const page = inertPage(html)
  const { body } = page
  const isSlice = body.querySelector(`[${SLICE}]`) !== null
  for (const each of body.querySelectorAll(`[${PENDING}]`))
    if (!isSlice || !pendingState(Number(each.getAttribute(PENDING)))) each.removeAttribute(PENDING)
  lazyImages(body)
  hiddenColumns(body)
  const hidden = [...takeHidden(body), ...revisions(body)].length
  const backgrounds = [...body.querySelectorAll('[style*="url("]')].some((each) =>
    FOREIGN.test(each.getAttribute('style') ?? ''),
  )
  if (isSlice) {
    sendImages(body, [], send)
    const gone = cleanTree(body, [SLICE, BARE, PART, PENDING, 'colwidth'])
    // web: 0, because web images were in the editor before, or come from another editor's page.
    const notes = notesOf(gone, { ...countImages(body), web: 0, hidden, backgrounds })
    return { html: body.innerHTML, notes }
  }
  if (SHEET.test(html)) sheetStyles(page)
  else if (WORD.test(html)) {
    wordLists(page)
    wordDirt(body)
  }
  sendImages(body, /file:/i.test(html) ? local() : [], send)
  takeWebImages(body, sendWeb)
  askForAlt(body)
  const gone = prepareTree(body, [PENDING, ASKS_ALT])
  tidy(body)
  const notes = notesOf(gone, { ...countImages(body), hidden, backgrounds })
  return { html: body.innerHTML, notes: isTooDeep(html) ? [TOO_DEEP, ...notes] : notes }
}
