import { escapeHtml } from '#server/html/escape.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import type { CleanFacts } from '../texts/textFacts.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { MediaItem } from '#shared/contract/mediaItem.ts'
import { choicesIn, dictionaryOf, isBlank, readMediaItems } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { descendantSelectors, CONTENT_BASE, CONTENT_BLOCK, CONTENT_ELEMENTS } from '#shared/domain/contentLook.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'

/** Content of a preview page: the unsaved form. */
interface PreviewedEntry {
  /** Title of the column. */
  place: string
  fields: readonly MenuField[]
  /** By field name. */
  values: Readonly<Record<string, string>>
  /** Titles of related entries, labels and dictionary entries, by field name. */
  related: Readonly<Record<string, readonly string[]>>
  /** Results for texts that were sanitized in advance. */
  large?: LargeTexts<CleanFacts>
  /** Why the site's own page cannot be shown; '' or absent when the site has none. */
  why?: string
}

/** Relative path from a preview to the server's root, so that the page also works below another path of a host. */
const ROOT = '../../../'
const MAX_FACT_LENGTH = 80

/** Makes addresses of uploads relative to the page. */
const toLocal = (path: string): string => escapeHtml(path.replace(/^\/(?=files\/|thumbs\/)/, ROOT))
const toLocalHtml = (clean: string): string =>
  replaceForeign(clean).replace(/(\s(?:src|poster)="|url\((?:&quot;|')?)\/(?=files\/|thumbs\/)/g, `$1${ROOT}`)

/** A complete page without scripts: title, facts, and each filled field according to its type. */
export function createPreviewPage({ place, fields, values, related, large, why = '' }: PreviewedEntry): string {
  const filled = fields
    .toSorted((a, b) => a.sort - b.sort)
    .map((field) => ({ field, value: values[field.fieldName] ?? '' }))
    .filter(({ field, value }) => !isBlank(field, value))
  const heading = filled.find(({ field }) => field.fieldName === 'title') ?? filled.find(({ field }) => isText(field))
  const title = heading?.value ?? '（无标题）'
  const rest = filled.filter((each) => each !== heading)
  const facts = rest.filter(({ field, value }) => isFact(field, value))
  const parts = rest.filter(({ field, value }) => !isFact(field, value))
  // A single rich text needs no heading.
  const only = parts.filter(({ field }) => field.fieldType === 'Editor').length === 1
  const factList = facts.map(
    ({ field, value }) =>
      `<div><dt>${headingOf(field)}</dt><dd>${renderFact(field, value, related[field.fieldName])}</dd></div>`,
  )
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<base target="_blank"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><p class="notice">预览：内容尚未保存，30 分钟内可查看${why === '' ? '' : `<br>无法按网站样式显示：${escapeHtml(why)}`}</p>
<article><p class="place">${escapeHtml(place)}</p><h1>${escapeHtml(title)}</h1>
${factList.length > 0 ? `<dl>${factList.join('')}</dl>` : ''}
${parts.map(({ field, value }) => renderSection(field, sanitizeValue(field, value, large), related[field.fieldName] ?? [], only)).join('\n')}
</article></body></html>`
}

const sanitizeValue = ({ fieldType, fieldName }: MenuField, value: string, large?: PreviewedEntry['large']): string =>
  fieldType === 'Editor' ? (large?.findBySent(fieldName, value)?.clean ?? sanitizeHtml(value)) : value
/** A sanitized rich text for a preview on the site's page, with placeholders for media of other websites. */
export const previewedHtml = (field: MenuField, value: string, large: PreviewedEntry['large']): string =>
  replaceForeign(sanitizeValue(field, value, large))
const headingOf = (field: MenuField): string => escapeHtml(fieldTitle(field))
const isText = ({ fieldType }: MenuField): boolean => fieldType === 'SingleLine'
const isFact = ({ fieldType }: MenuField, value: string): boolean =>
  fieldType === 'Date' || fieldType === 'DateTime' || (fieldType === 'SingleLine' && value.length <= MAX_FACT_LENGTH)
const renderFact = (field: MenuField, value: string, related?: readonly string[]): string => {
  const mark = dictionaryOf(field)
  if (mark?.type === MULTI_LEVEL) return escapeHtml((related ?? choicesIn(value)).join(' / '))
  return escapeHtml(mark ? choicesIn(value).join('、') : value)
}

function renderSection(field: MenuField, value: string, related: readonly string[], isOnlyText: boolean): string {
  const shown = RENDERERS[field.fieldType](value, related)
  const heading = isOnlyText && field.fieldType === 'Editor' ? '' : `<h2>${headingOf(field)}</h2>`
  return shown && `<section>${heading}${shown}</section>`
}

type RenderValue = (value: string, related: readonly string[]) => string
const text: RenderValue = (value) => `<p class="text">${escapeHtml(value)}</p>`
const image = (src: string): string =>
  isForeign(src) ? foreignPlaceholder('图片', escapeHtml(src)) : `<img src="${toLocal(src)}" alt="">`
const video = (src: string): string =>
  isForeign(src)
    ? foreignPlaceholder('视频', escapeHtml(src))
    : `<video src="${toLocal(src)}" controls preload="metadata"></video>`
const file = (src: string): string =>
  `<span class="file">${escapeHtml(decodeName(src.split('/').at(-1) ?? src))}</span>`
const titles: RenderValue = (_value, related) =>
  related.length > 0 ? `<ul>${related.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>` : ''

/** Items with their captions, in their order. */
const batch =
  (show: (src: string) => string): RenderValue =>
  (value) =>
    `<div class="batch">${(readMediaItems(value) ?? [])
      .toSorted((a, b) => a.sort - b.sort)
      .map((item) => `<figure>${show(item.src)}${caption(item)}</figure>`)
      .join('')}</div>`

const caption = ({ title, subTitle, note }: MediaItem): string => {
  const lines = [title, subTitle, note].filter((line) => line !== '').map((line) => `<span>${escapeHtml(line)}</span>`)
  return lines.length > 0 ? `<figcaption>${lines.join('')}</figcaption>` : ''
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const RENDERERS: Record<MenuField['fieldType'], RenderValue> = {
  SingleLine: text,
  MultiLine: text,
  Date: text,
  DateTime: text,
  Editor: (value) => `<div class="rich">${toLocalHtml(value)}</div>`,
  Photo: image,
  Video: video,
  File: file,
  BatchPhoto: batch(image),
  BatchVideo: batch(video),
  BatchFile: batch(file),
  RelationContent: titles,
  RelationLabel: titles,
}

/** Does the address belong to another website? */
const isForeign = (address: string): boolean => /^\s*(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)

/**
 * Placeholder for media that a preview does not load (the page's content policy).
 * @param what 图片, 视频 or 音频
 * @param address escaped for HTML
 */
const foreignPlaceholder = (what: string, address: string): string =>
  `<span class="elsewhere"><b>其他网站的${what}，预览中不加载</b><i>${address}</i></span>`

const SOURCE = /\ssrc="([^"]*)"/

/**
 * Replaces media of other websites in sanitized rich text by placeholders. The expressions rely on sanitizeHtml:
 * elements are closed and characters in attributes escaped.
 */
const replaceForeign = (html: string): string =>
  html
    .replace(/<img\b[^<>]*>/g, (whole) => replaceIfForeign('图片', whole))
    .replace(/<video\b[\s\S]*?<\/video>/g, (whole) => replaceIfForeign('视频', whole))
    .replace(/<audio\b[\s\S]*?<\/audio>/g, (whole) => replaceIfForeign('音频', whole))

/** A video may name its address in a `source` element. */
function replaceIfForeign(what: string, element: string): string {
  const address = SOURCE.exec(element)?.[1] ?? ''
  return isForeign(address) ? foreignPlaceholder(what, address) : element
}

const toCssRule = (selector: string, look: Readonly<Record<string, string>>): string => {
  const declared = Object.entries(look).map(
    ([name, value]) => `${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}:${value}`,
  )
  return `${selector}{${declared.join(';')}}`
}

/**
 * Style of a preview page, independent of the site's templates. Rich text looks as in the editor (contentLook), so
 * rules for the page's own parts use child selectors from the body down.
 */
const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#f5f5f5;color:#1f1f1f;font:16px/1.8 ${CONTENT_BASE.fontFamily}}
body>.notice{margin:0;padding:8px 16px;background:#fff4ce;color:#5c4400;font-size:13px;text-align:center}
body>article{max-width:820px;margin:24px auto;padding:32px 40px 48px;background:#fff;border-radius:8px;overflow-wrap:anywhere}
body>article>.place{margin:0 0 8px;color:#616161;font-size:13px}
body>article>h1{margin:0 0 12px;font-size:28px;line-height:1.4}
body>article>dl{display:flex;flex-wrap:wrap;gap:4px 24px;margin:0 0 24px;padding-bottom:16px;border-bottom:1px solid #e0e0e0;font-size:13px}
body>article>dl>div{display:flex;gap:6px}body>article>dl dt{color:#616161}body>article>dl dt::after{content:"："}body>article>dl dd{margin:0}
body>article>section{margin:24px 0}
body>article>section>h2{margin:0 0 8px;color:#616161;font-size:13px;font-weight:600}
body>article>section>.text{margin:0;white-space:pre-wrap}
body>article>section>ul{margin:0;padding-left:20px}
img,video{max-width:100%;height:auto}
${toCssRule('.rich', CONTENT_BASE)}
${toCssRule('.rich>*', CONTENT_BLOCK)}
${Object.entries(CONTENT_ELEMENTS)
  .map(([names, look]) => toCssRule(descendantSelectors('.rich', names), look))
  .join('\n')}
.rich table{max-width:100%}
.rich td,.rich th{min-width:40px}
a{color:#0b5cad;pointer-events:none}
.batch{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px}
.batch>figure{margin:0}.batch>figure>figcaption{display:flex;flex-direction:column;color:#424242;font-size:13px}
.elsewhere{display:inline-block;max-width:100%;box-sizing:border-box;margin:4px 0;padding:12px 16px;border:1px dashed #8a8a8a;
border-radius:4px;background:#fafafa;color:#424242;font-size:13px;line-height:1.6;text-align:left;text-indent:0;white-space:normal}
.elsewhere b{display:block;color:#1f1f1f}.elsewhere i{display:block;font-style:normal;overflow-wrap:anywhere}
.file{display:inline-block;padding:6px 12px;border:1px solid #d1d1d1;border-radius:4px;font-size:14px}
@media (max-width:640px){body>article{margin:0;padding:20px 16px 32px;border-radius:0}body>article>h1{font-size:22px}}
`
