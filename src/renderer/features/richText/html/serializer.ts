import { type DOMOutputSpec, DOMSerializer, type Schema } from '@tiptap/pm/model'

/** Attribute that holds a style as text: set as a real style, the browser would rewrite it (colours, units). */
const STYLE_TEXT = 'data-style-text'

function isList(spec: unknown): spec is unknown[] {
  return Array.isArray(spec)
}
const isAttributes = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && !('nodeType' in part)

function waiting(spec: unknown): unknown {
  if (isList(spec)) return spec.map(waiting)
  if (!isAttributes(spec) || !('style' in spec)) return spec
  const { style, ...others } = spec
  return { ...others, [STYLE_TEXT]: style }
}

type Drawers<A extends unknown[]> = Record<string, (...args: A) => DOMOutputSpec>
const withWaiting = <A extends unknown[]>(drawers: Drawers<A>): Drawers<A> =>
  Object.fromEntries(
    Object.entries(drawers).map(([name, draw]) => [name, (...args: A) => waiting(draw(...args)) as DOMOutputSpec]),
  )

const made = new WeakMap<Schema, DOMSerializer>()

/** A serializer that writes each style into STYLE_TEXT. */
export function serializerOf(schema: Schema): DOMSerializer {
  const known = made.get(schema)
  if (known) return known
  const { nodesFromSchema, marksFromSchema } = DOMSerializer
  const serializer = new DOMSerializer(withWaiting(nodesFromSchema(schema)), withWaiting(marksFromSchema(schema)))
  made.set(schema, serializer)
  return serializer
}

/** Moves the styles from STYLE_TEXT to the style attribute, unchanged. */
export function giveStyles(root: Element): void {
  for (const element of root.querySelectorAll(`[${STYLE_TEXT}]`)) {
    element.setAttribute('style', element.getAttribute(STYLE_TEXT) ?? '')
    element.removeAttribute(STYLE_TEXT)
  }
}
