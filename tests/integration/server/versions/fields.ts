import { z } from 'zod'
import type { ApiOperation } from '#shared/contract/define.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'

/** Digests of what the caller of a save has seen. */
export const SEEN_DIGEST = /^(expected|expectedHash|signature)$/
/** The fields by which a save says what its caller has seen. */
export const SEEN = new RegExp(`^version$|${SEEN_DIGEST.source}`)

/** A field of an input, written as `withValueAt` reads it: 'version', 'paths[].expected'. */
export interface Field {
  path: string
  isRequired: boolean
}

interface Schema {
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

function fieldsIn(schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, anyOf = [], allOf = [], oneOf = [] } = schema
  const own = Object.entries(properties).flatMap(([name, inner]): Field[] => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [{ path, isRequired: required.includes(name) }, ...fieldsIn(inner, path)]
  })
  const inItems = items ? fieldsIn(items, `${prefix}[]`) : []
  return [...own, ...inItems, ...[...anyOf, ...allOf, ...oneOf].flatMap((each) => fieldsIn(each, prefix))]
}

/** All fields of a call's input, at any depth. */
export const fieldsOf = ({ input }: Pick<ApiOperation, 'input'>): Field[] =>
  fieldsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)

export const nameOf = ({ path }: Field): string => path.split('.').at(-1)?.replace('[]', '') ?? ''

/** The writing calls that have a field of one of these names, each with the first such field. */
export function writesWith(names: RegExp) {
  return apiNames
    .filter((name) => operations[name].effect === 'write')
    .flatMap((name) => {
      const field = fieldsOf(operations[name]).find((each) => names.test(nameOf(each)))
      return field ? [{ name, ...field }] : []
    })
}

/** The input with another value at the path; undefined takes the field away. */
export function withValueAt(input: unknown, path: string, value: unknown): unknown {
  const [first = '', ...rest] = path.split('.')
  const name = first.replace('[]', '')
  const fields = input as Record<string, unknown>
  const inner = (old: unknown): unknown => (rest.length === 0 ? value : withValueAt(old, rest.join('.'), value))
  if (!first.endsWith('[]')) return { ...fields, [name]: inner(fields[name]) }
  return { ...fields, [name]: (fields[name] as unknown[]).map(inner) }
}
