import { sanitizeHtml } from '#server/html/sanitize.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import type { CleanFacts } from '../texts/textFacts.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { MediaItem } from '#shared/contract/mediaItem.ts'
import { choicesIn, dictionaryOf, isBlank, readMediaItems } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { foreign, isForeign, withoutForeign } from './previewForeign.ts'
import { STYLE } from './previewStyle.ts'

/** What a preview shows: the form as it is, without being saved. */
export interface PreviewedEntry {
  /** Of the column. */
  place: string
  fields: readonly MenuField[]
  /** By field name. */
  values: Readonly<Record<string, string>>
  /** Titles of the entries, labels and dictionary words that it names, by field name. */
  related: Readonly<Record<string, readonly string[]>>
  /** Of texts that were cleaned already. */
  large?: LargeTexts<CleanFacts>
}

/** From the address of a preview to the server's root: the page also works where a host shows it below another path. */
const ROOT = '../../../'
const SHORT = 80

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)

/** Uploads by addresses relative to the page. */
const local = (path: string): string => escapeHtml(path.replace(/^\/(?=files\/|thumbs\/)/, ROOT))
const localHtml = (clean: string): string =>
  withoutForeign(clean).replace(/(\s(?:src|poster)="|url\((?:&quot;|')?)\/(?=files\/|thumbs\/)/g, `$1${ROOT}`)

/** A whole page without scripts: title, facts, and each filled field as what its type is. */
export function previewPage({ place, fields, values, related, large }: PreviewedEntry): string {
  const filled = fields
    .toSorted((a, b) => a.sort - b.sort)
    .map((field) => ({ field, value: values[field.fieldName] ?? '' }))
    .filter(({ field, value }) => !isBlank(field, value))
  const heading = filled.find(({ field }) => field.fieldName === 'title') ?? filled.find(({ field }) => isText(field))
  const title = heading?.value ?? '（还没有标题）'
  const rest = filled.filter((each) => each !== heading)
  const facts = rest.filter(({ field, value }) => isFact(field, value))
  const parts = rest.filter(({ field, value }) => !isFact(field, value))
  // The one text of an article needs no heading.
  const only = parts.filter(({ field }) => field.fieldType === 'Editor').length === 1
  const factList = facts.map(
    ({ field, value }) => `<div><dt>${said(field)}</dt><dd>${fact(field, value, related[field.fieldName])}</dd></div>`,
  )
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<base target="_blank"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><p class="notice">预览：内容还没有保存，30 分钟内可以查看</p>
<article><p class="place">${escapeHtml(place)}</p><h1>${escapeHtml(title)}</h1>
${factList.length > 0 ? `<dl>${factList.join('')}</dl>` : ''}
${parts.map(({ field, value }) => section(field, cleaned(field, value, large), related[field.fieldName] ?? [], only)).join('\n')}
</article></body></html>`
}

const cleaned = ({ fieldType, fieldName }: MenuField, value: string, large?: PreviewedEntry['large']): string =>
  fieldType === 'Editor' ? (large?.sent(fieldName, value)?.clean ?? sanitizeHtml(value)) : value
const said = ({ fieldAlias, fieldName }: MenuField): string => escapeHtml(fieldAlias || fieldName)
const isText = ({ fieldType }: MenuField): boolean => fieldType === 'SingleLine'
const isFact = ({ fieldType }: MenuField, value: string): boolean =>
  fieldType === 'Date' || fieldType === 'DateTime' || (fieldType === 'SingleLine' && value.length <= SHORT)
const fact = (field: MenuField, value: string, related?: readonly string[]): string => {
  const mark = dictionaryOf(field)
  if (mark?.type === MULTI_LEVEL) return escapeHtml((related ?? choicesIn(value)).join(' / '))
  return escapeHtml(mark ? choicesIn(value).join('、') : value)
}

function section(field: MenuField, value: string, related: readonly string[], isOnlyText: boolean): string {
  const shown = SHOWN[field.fieldType](value, related)
  const heading = isOnlyText && field.fieldType === 'Editor' ? '' : `<h2>${said(field)}</h2>`
  return shown && `<section>${heading}${shown}</section>`
}

type Show = (value: string, related: readonly string[]) => string
const text: Show = (value) => `<p class="text">${escapeHtml(value)}</p>`
const image = (src: string): string =>
  isForeign(src) ? foreign('图片', escapeHtml(src)) : `<img src="${local(src)}" alt="">`
const video = (src: string): string =>
  isForeign(src) ? foreign('视频', escapeHtml(src)) : `<video src="${local(src)}" controls preload="metadata"></video>`
const file = (src: string): string => `<span class="file">${escapeHtml(decoded(src.split('/').at(-1) ?? src))}</span>`
const titles: Show = (_value, related) =>
  related.length > 0 ? `<ul>${related.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>` : ''

/** Each item with what was written to it, in their order. */
const batch =
  (show: (src: string) => string): Show =>
  (value) =>
    `<div class="batch">${(readMediaItems(value) ?? [])
      .toSorted((a, b) => a.sort - b.sort)
      .map((item) => `<figure>${show(item.src)}${caption(item)}</figure>`)
      .join('')}</div>`

const caption = ({ title, subTitle, note }: MediaItem): string => {
  const lines = [title, subTitle, note].filter((line) => line !== '').map((line) => `<span>${escapeHtml(line)}</span>`)
  return lines.length > 0 ? `<figcaption>${lines.join('')}</figcaption>` : ''
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const SHOWN: Record<MenuField['fieldType'], Show> = {
  SingleLine: text,
  MultiLine: text,
  Date: text,
  DateTime: text,
  Editor: (value) => `<div class="rich">${localHtml(value)}</div>`,
  Photo: image,
  Video: video,
  File: file,
  BatchPhoto: batch(image),
  BatchVideo: batch(video),
  BatchFile: batch(file),
  RelationContent: titles,
  RelationLabel: titles,
}
