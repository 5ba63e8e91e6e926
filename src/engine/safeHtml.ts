import { Drop } from 'liquidjs'

/** Markup that may stand on a page as it is. Everything else that a template puts out is escaped. */
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
  /** Liquid's filters ask for it. */
  override valueOf(): string {
    return this.html
  }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

/** What is put out for a value: markup as it is, texts escaped, nothing for nothing. */
export function outputOf(value: unknown): string {
  if (value instanceof SafeHtml) return value.html
  return escapeHtml(textOf(value))
}

/** A value as text, as Liquid writes it: lists without commas, nothing for null. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (value instanceof SafeHtml) return value.html
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value === 'object') {
    const inner: unknown = value.valueOf()
    return inner === value ? '' : textOf(inner)
  }
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}
