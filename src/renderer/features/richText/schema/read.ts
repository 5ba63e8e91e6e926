/** Attributes of a node or mark. Their types depend on the schema, so the functions below check them. */
type Attributes = Readonly<Record<string, unknown>>
type Texts = Record<string, string>

export function textOf(attributes: Attributes, name: string): string {
  const value = attributes[name]
  return typeof value === 'string' ? value : ''
}

export function numberOf(attributes: Attributes, name: string): number {
  const value = attributes[name]
  return typeof value === 'number' ? value : 0
}

/** The attributes that a node keeps in `html`; {} for none. */
export function htmlOf(attributes: Attributes): Texts {
  const value = attributes.html
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** `html` as it is stored: null for none. */
export const htmlOrNull = (html: Texts): Texts | null => (Object.keys(html).length > 0 ? html : null)

/** Without the size attributes, because the style has a width. */
export function withoutSize(html: Texts): Texts | null {
  const { width: _width, height: _height, ...others } = html
  return htmlOrNull(others)
}
