import { MAX_HTML_DEPTH, isTooDeep } from '#shared/domain/htmlDepth.ts'
import { safeLink, safeSource, SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { cleanStyle, parseRawStyle } from '#shared/domain/htmlStyle.ts'
import { inertBody, tagOf } from './elements.ts'
import { removeHidden } from './hidden.ts'

/** Elements that content may not have, with their names for the user. */
const ELEMENTS: readonly (readonly [string, string])[] = [
  ['iframe, frame, frameset, embed, object, applet', '嵌入的网页、视频或插件'],
  ['script, noscript', '脚本'],
  ['xmp, link', '样式表'],
  ['form, input, button, select, textarea', '表单'],
  ['svg, math, canvas', '矢量图或公式'],
  ['marquee, blink', '滚动或闪烁的文字'],
  ['map, area', '图片热区'],
]
const POSITIONED = /^(?:absolute|fixed|relative|sticky)$/

function attributeLosses(element: Element, targets: ReadonlySet<string>): string[] {
  const lost: string[] = []
  const tag = tagOf(element)
  for (const { name, value } of element.attributes) {
    if (name.startsWith('data-on')) lost.push('脚本')
    else if (name.startsWith('data-')) lost.push('自定义属性（data-）')
    else if (name === 'id' && targets.has(value)) lost.push('页内跳转位置（id）')
    else if (name === 'href' && tag === 'a' && value.trim() && !safeLink(value)) lost.push('脚本链接')
    else if (name === 'src' && tag === 'img' && value.trim() && !safeSource(value))
      lost.push('内嵌在正文中的图片（data:）')
  }
  return lost
}

function styleLosses(text: string): string[] {
  const style = parseRawStyle(text)
  const lost: string[] = []
  if (POSITIONED.test(style.get('position') ?? '')) lost.push('固定位置的排版')
  const background = `${style.get('background') ?? ''} ${style.get('background-image') ?? ''}`
  if (/url\(/.test(background) && !cleanStyle(text).includes('url(')) lost.push('其他网站的背景图片')
  if (
    /v[wh]/.test(text) &&
    [...style].some(([, value]) => /\b\d+v[wh]\b/.test(value)) &&
    !/\dv[wh]/.test(cleanStyle(text))
  )
    lost.push('随窗口大小变化的尺寸')
  return lost
}

/** Names the parts of a saved page that content may not have: any edit removes them, in the source view too. */
export function findForbiddenParts(html: string): string[] {
  if (isTooDeep(html)) return [`嵌套超过 ${MAX_HTML_DEPTH} 层的排版（仅保留文字）`]
  // A quick test that most pages pass, so that they are not parsed.
  if (!/<(?!\/?(?:p|br|strong|em|span|div)\b)[a-z]|data-|\bid=|position|url\(|v[wh]\b|\bon[a-z]+\s*=/i.test(html))
    return []
  const body = inertBody(html)
  const targets = new Set(
    [...body.querySelectorAll('a[href^="#"]')].map((link) => (link.getAttribute('href') ?? '').slice(1)),
  )
  const lost = ELEMENTS.filter(([selector]) => body.querySelector(selector)).map(([, name]) => name)
  for (const element of body.querySelectorAll('*')) {
    lost.push(...attributeLosses(element, targets))
    const style = element.getAttribute('style')
    if (style) lost.push(...styleLosses(style))
  }
  return [...new Set(lost)]
}

/** Texts of a saved page that its readers can't see. */
export const findHiddenTexts = (html: string): string[] =>
  /style|hidden/i.test(html) ? removeHidden(inertBody(html)).filter(Boolean) : []

/** A saved page without the parts that its readers can't see. */
export function withoutHidden(html: string): string {
  const body = inertBody(html)
  removeHidden(body)
  return body.innerHTML
}

/** Elements with a meaning, named in Chinese; others are layout only. */
export const MEANINGFUL_ELEMENTS: readonly { name: string; tags: readonly string[] }[] = [
  { name: '图片', tags: ['img'] },
  { name: '视频或音频', tags: ['video', 'audio'] },
  { name: '表格', tags: ['table', 'caption', 'tr', 'td', 'th'] },
  { name: '链接', tags: ['a'] },
  { name: '列表', tags: ['li', 'dt', 'dd'] },
  { name: '标题', tags: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] },
  { name: '引用', tags: ['blockquote', 'q'] },
  { name: '代码', tags: ['pre'] },
  { name: '分隔线', tags: ['hr'] },
  { name: '版面分区', tags: SECTION_TAGS.filter((tag) => !/^d[td]$/.test(tag)) },
  { name: '注音或术语', tags: ['ruby', 'abbr', 'cite', 'kbd', 'samp', 'var', 'dfn'] },
]
