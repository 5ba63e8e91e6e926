import { MAX_HTML_DEPTH, isTooDeep } from '#shared/domain/htmlDepth.ts'
import { cleanTree, inertPage, renameElement, unwrap } from '../html/elements.ts'
import { removeHidden } from '../html/hidden.ts'
import { prepareTree } from '../html/prepare.ts'
import { BARE } from '../schema/blocks.ts'
import { PART } from '../schema/table.ts'
import { pendingState } from '../uploads/pending.ts'
import { ASKS_ALT, PENDING } from '../schema/media.ts'
import { markMissingAlt, countImages, resolveLazyImages, sendImages, importWebImages } from './images.ts'
import { removeHiddenColumns, applySheetStyles } from './sheet.ts'
import { tidy } from './tidy.ts'
import { convertWordLists } from './wordLists.ts'

/** Removes the clutter of Word and WPS. */
function removeWordArtifacts(body: HTMLElement): void {
  for (const each of body.querySelectorAll('*')) {
    const name = each.localName
    // Word writes an empty `o:p` into empty lines.
    if (name.includes(':')) {
      if ((each.textContent ?? '').trim() === '') each.remove()
      else unwrap(each)
      continue
    }
    if (/\bMsoTitle\b/.test(each.className)) renameElement(each, 'h1')
  }
  for (const each of body.querySelectorAll<HTMLElement>('[style*="mso-char-indent-count"]')) {
    const style = each.getAttribute('style') ?? ''
    const ems = Number(/mso-char-indent-count:\s*([\d.]+)/.exec(style)?.[1] ?? 0)
    if (ems > 0) each.setAttribute('style', `${style}; text-indent: ${ems}em`)
  }
}

const DELETED = 'del[datetime], del[cite], .msoDel'
const INSERTED = 'ins[datetime], ins[cite], .msoIns'
/** Comments of Word and WPS: their list at the end, their texts, and their references in the line. */
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
function removeRevisions(body: HTMLElement): string[] {
  const removed: string[] = []
  for (const element of body.querySelectorAll(`${DELETED}, ${COMMENTS}`)) {
    if (!body.contains(element)) continue
    const text = (element.textContent ?? '').trim()
    if (text) removed.push(text)
    element.remove()
  }
  for (const element of body.querySelectorAll(`${INSERTED}, ${COMMENTED}`)) unwrap(element)
  return removed
}

/** Attribute in which ProseMirror editors describe the open ends of copied content. */
const SLICE = 'data-pm-slice'
const SHEET = /schemas-microsoft-com:office:excel|content=["']?(?:Excel\.Sheet|ET\.)/i
const WORD = /schemas-microsoft-com:office:word|class=["']?Mso|mso-[a-z-]+:|WPS (?:Office|文字)/i

const FOREIGN = /background[^;]*url\(\s*["']?(?:https?:|\/\/)/i

interface PictureUploads {
  /** Reads the clipboard's pictures, which the HTML refers to as local files. */
  local: () => readonly File[]
  /** Starts the uploads of pictures and returns a number for each. */
  send: (files: readonly File[]) => readonly number[]
  /** The same for the addresses of pictures in articles of WeChat and 秀米. */
  sendWeb: (addresses: readonly string[]) => readonly number[]
}

interface Cleaned {
  html: string
  /** Messages for the user about what was not pasted. */
  notes: string[]
}

const TOO_DEEP = `粘贴的内容嵌套超过 ${MAX_HTML_DEPTH} 层，仅粘贴了文字；如需保留版式，请在原文件中清除多余的表格和格式后重新复制`

interface Losses {
  web: number
  missing: number
  hidden: number
  backgrounds: boolean
}

function notesOf(removed: readonly string[], { web, missing, hidden, backgrounds }: Losses): string[] {
  const notes: string[] = []
  if (hidden > 0) notes.push(`粘贴的内容中有 ${hidden} 处隐藏文字、已删除的修订或批注，未粘贴`)
  if (backgrounds) notes.push('背景图片在其他网站，已移除；如有需要，请下载后作为图片插入')
  if (removed.length > 0) notes.push('粘贴的内容中有不支持的部分（如嵌入的网页、视频框架或表单），已移除')
  if (web > 0) notes.push(`${web} 张图片在其他网站，已保留原地址；该网站可能不允许引用，建议下载后重新插入`)
  if (missing > 0) notes.push(`${missing} 张图片未随内容复制，请单独复制图片后粘贴`)
  return notes
}

/**
 * Cleans pasted HTML: structure and styles of Word, WPS, Excel, WeChat articles and 秀米 are kept; their clutter, scripts
 * and everything outside htmlRules are removed. Content of another ProseMirror editor keeps its structure.
 */
export function cleanPasted(html: string, { local, send, sendWeb }: PictureUploads): Cleaned {
  const page = inertPage(html)
  const { body } = page
  const isSlice = body.querySelector(`[${SLICE}]`) !== null
  for (const each of body.querySelectorAll(`[${PENDING}]`))
    if (!isSlice || !pendingState(Number(each.getAttribute(PENDING)))) each.removeAttribute(PENDING)
  resolveLazyImages(body)
  removeHiddenColumns(body)
  const hidden = [...removeHidden(body), ...removeRevisions(body)].length
  const backgrounds = [...body.querySelectorAll('[style*="url("]')].some((each) =>
    FOREIGN.test(each.getAttribute('style') ?? ''),
  )
  if (isSlice) {
    sendImages(body, [], send)
    const removed = cleanTree(body, [SLICE, BARE, PART, PENDING, 'colwidth'])
    // web: 0, because web images were in the editor before, or come from another editor's page.
    const notes = notesOf(removed, { ...countImages(body), web: 0, hidden, backgrounds })
    return { html: body.innerHTML, notes }
  }
  if (SHEET.test(html)) applySheetStyles(page)
  else if (WORD.test(html)) {
    convertWordLists(page)
    removeWordArtifacts(body)
  }
  sendImages(body, /file:/i.test(html) ? local() : [], send)
  importWebImages(body, sendWeb)
  markMissingAlt(body)
  const removed = prepareTree(body, [PENDING, ASKS_ALT])
  tidy(body)
  const notes = notesOf(removed, { ...countImages(body), hidden, backgrounds })
  return { html: body.innerHTML, notes: isTooDeep(html) ? [TOO_DEEP, ...notes] : notes }
}
