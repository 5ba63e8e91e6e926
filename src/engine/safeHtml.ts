import { Drop } from 'liquidjs'

/** Markup that is output unchanged; all other output of templates is escaped. */
export class SafeHtml extends Drop {
  readonly html: string
  constructor(html: string) {
    super()
    this.html = html
  }
  override liquidMethodMissing(): unknown {
    return undefined
  }
  get size(): number {
    return this.html.length
  }
  override toString(): string {
    return this.html
  }
  /** Used by Liquid's filters. */
  override valueOf(): string {
    return this.html
  }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

/** The output of a value: markup unchanged, text escaped, '' for null. */
export function toOutput(value: unknown): string {
  if (value instanceof SafeHtml) return value.html
  return escapeHtml(toText(value))
}

/** A value as text, like in Liquid: lists without commas, '' for null. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (value instanceof SafeHtml) return value.html
  if (Array.isArray(value)) return value.map(toText).join('')
  if (typeof value === 'object') {
    const inner: unknown = value.valueOf()
    return inner === value ? '' : toText(inner)
  }
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}
