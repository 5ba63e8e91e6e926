import { filters as own, type Liquid } from 'liquidjs'
import { extractPlainText } from '#shared/domain/plainText.ts'
import { toAddress, toSafeAddress } from './addresses.ts'
import { DEPENDENCY } from './dependencies.ts'
import { GROUP_BYTES, stateOf } from './pageState.ts'
import { escapeHtml, toOutput, SafeHtml, toText } from './safeHtml.ts'

const UPLOAD = /^\/files\//

/** `image: 'small'` returns the thumbnail of an upload; other pictures have none. */
function image(value: unknown, size: unknown = 'small'): string {
  const address = toText(value)
  if (size === 'original') return address
  if (size !== 'small') throw new Error(`过滤器 image 没有尺寸“${toText(size)}”，可用的有：small、original`)
  return UPLOAD.test(address) ? address.replace(UPLOAD, '/thumbs/') : address
}

/** Maximum bytes per character after escaping: an entity of six characters, two bytes each. */
const MAX_GROWTH = 12

/** Registers the site's filters, and safe forms of Liquid filters that would turn plain text into markup. */
export function registerFilters(liquid: Liquid): void {
  const date = own.date
  const add = (name: string, handler: (value: unknown, ...args: unknown[]) => unknown) =>
    liquid.registerFilter(name, function (value: unknown, ...args: unknown[]) {
      stateOf(this.context).requireHeap(toText(value).length * MAX_GROWTH)
      return handler(value, ...args)
    })

  // Markup stays markup and text stays text, so that an entry's title never becomes tags.
  add('raw', (value) => value)
  add('safe_address', (value) => {
    if (!(value instanceof SafeHtml)) return toSafeAddress(toText(value))
    // The value is escaped, so the decoded address is checked, as a browser reads it.
    const address = /[:&]/.test(value.html) ? extractPlainText(value.html).text : ''
    return toSafeAddress(address) === address ? value : '#'
  })
  add('block_super', (value) => new SafeHtml(toText(value)))
  add('escape', (value) => new SafeHtml(escapeHtml(toText(value))))
  add('h', (value) => new SafeHtml(escapeHtml(toText(value))))
  add('escape_once', (value) => new SafeHtml(escapeHtml(toText(value)).replace(/&amp;(#?\w+;)/g, '&$1')))
  add('newline_to_br', (value) => new SafeHtml(toOutput(value).replace(/\r?\n/g, '<br>\n')))
  add('strip_html', (value) => extractPlainText(toText(value)).text)
  add('summary', (value, length = 100) => {
    const text = (value instanceof SafeHtml ? extractPlainText(value.html).text : toText(value))
      .replace(/\s+/g, ' ')
      .trim()
    const most = Number(length)
    return [...text].length > most ? `${[...text].slice(0, most).join('')}…` : text
  })
  add('image', image)

  liquid.registerFilter('asset', function (value: unknown) {
    const path = toText(value).replace(/^\/+/, '')
    const state = stateOf(this.context)
    state.dependsOn(DEPENDENCY.file(path))
    const file = state.index.source.files.get(path)
    if (!file) throw new Error(`模板中没有文件“${path}”，请检查名称和大小写`)
    return `${toAddress(path)}?v=${file.revision.slice(0, 8)}`
  })

  for (const name of ['group_by', 'group_by_exp'] as const) {
    const group = own[name]
    if (typeof group !== 'function') continue
    liquid.registerFilter(name, function (value: unknown, ...args: unknown[]) {
      if (Array.isArray(value)) stateOf(this.context).requireHeap(value.length * GROUP_BYTES)
      return group.call(this, value, ...args) as unknown
    })
  }

  // `now` is the day of the build, so that the same data gives the same page.
  liquid.registerFilter('date', function (value: unknown, ...args: unknown[]) {
    const state = stateOf(this.context)
    const isNow = value === 'now' || value === 'today'
    if (isNow) state.dependsOn(DEPENDENCY.day)
    const given = isNow ? `${state.index.source.day} 00:00:00` : toText(value)
    if (given === '' || typeof date !== 'function') return ''
    return date.call(this, given, ...args) as unknown
  })
}
