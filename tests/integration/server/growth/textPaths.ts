/** Where a text stands in an input; a number is a place in a list. */
export type InputPath = readonly (string | number)[]

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
  enum?: readonly unknown[]
  const?: unknown
}

/** All places of an input's JSON schema where any text may be sent. */
export function textPaths(schema: unknown): InputPath[] {
  const places = placesOf(schema as Schema)
  const known = new Map(places.map((place) => [place.join('/'), place]))
  return [...known.values()]
}

function placesOf(schema: Schema, at: InputPath = []): InputPath[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => placesOf(each, at))
  if (schema.enum || 'const' in schema) return []
  if (schema.type === 'string') return at.length > 0 ? [at] : []
  if (schema.type === 'array' && schema.items) return placesOf(schema.items, [...at, 0])
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => placesOf(each, [...at, name]))
  const free = schema.additionalProperties
  return typeof free === 'object' ? [...named, ...placesOf(free, [...at, 'any'])] : named
}

/** The input with the text at the place; what leads there is made where it is missing. */
export function withText(input: unknown, [step, ...rest]: InputPath, text: string): unknown {
  if (step === undefined) return text
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(input) ? [...(input as unknown[])] : []
    list[step] = withText(list[step], rest, text)
    return list
  }
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  return { ...fields, [step]: withText((fields as Record<string, unknown>)[step], rest, text) }
}
