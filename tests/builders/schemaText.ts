import type { z } from 'zod'

/** What the describer reads of a schema's or a check's definition. */
interface Definition {
  type: string
  check?: string
  error?: (issue: unknown) => unknown
  checks?: readonly { _zod: { def: Definition } }[]
  [key: string]: unknown
}

const definitionOf = (schema: z.core.$ZodType): Definition => (schema as z.ZodType).def as unknown as Definition

function messageOf({ error }: Definition): string {
  const message = error?.({ code: 'custom', input: undefined, path: [] })
  return typeof message === 'string' ? ` “${message}”` : ''
}

/** What a schema that changes its value makes of these. */
const SAMPLES: Readonly<Record<string, unknown>> = { string: ' A\u3000', array: ['', 'a'] }

const CHECKS: Readonly<Record<string, (check: Definition, type: string) => string>> = {
  overwrite({ tx }, type) {
    const sample = SAMPLES[type]
    return `makes ${JSON.stringify((tx as (value: unknown) => unknown)(sample))} of ${JSON.stringify(sample)}`
  },
  min_length: ({ minimum }) => `at least ${String(minimum)} long`,
  max_length: ({ maximum }) => `at most ${String(maximum)} long`,
  length_equals: ({ length }) => `${String(length)} long`,
  string_format: ({ format, pattern }) => `${String(format)} ${String(pattern)}`,
  number_format: ({ format }) => String(format),
  greater_than: ({ value, inclusive }) => `>${inclusive ? '=' : ''} ${String(value)}`,
  less_than: ({ value, inclusive }) => `<${inclusive ? '=' : ''} ${String(value)}`,
  custom: ({ path }) => `rule${path ? ` at ${String(path)}` : ''}`,
}

const checksOf = ({ checks = [], type }: Definition): string =>
  checks
    .map(({ _zod: { def } }) => `, ${CHECKS[def.check ?? '']?.(def, type) ?? String(def.check)}${messageOf(def)}`)
    .join('')

/** Writes schemas as text, each object once: where it comes again, its first place is named. */
export class SchemaText {
  readonly #places = new Map<unknown, string>()

  /** The lines of a schema: fields of objects below it, indented. */
  linesOf(schema: z.core.$ZodType, place: string): string[] {
    const definition = definitionOf(schema)
    const told = `${this.#bodyOf(schema, place)}${messageOf(definition)}${checksOf(definition)}`
    return told.split('\n')
  }

  #bodyOf(schema: z.core.$ZodType, place: string): string {
    const definition = definitionOf(schema)
    const inner = (key: string): string => this.linesOf(definition[key] as z.core.$ZodType, place).join('\n')
    switch (definition.type) {
      case 'object':
        return this.#objectOf(schema, definition, place)
      case 'array':
        return `list of ${inner('element')}`
      case 'record':
        return `record of ${inner('keyType')}: ${inner('valueType')}`
      case 'optional':
      case 'nullable':
        return `${definition.type} ${inner('innerType')}`
      case 'default':
        return `${inner('innerType')}, by default ${JSON.stringify(definition.defaultValue)}`
      case 'pipe':
        return `${inner('in')} → ${inner('out')}`
      case 'union':
        return (definition.options as z.core.$ZodType[]).map((one) => this.linesOf(one, place).join('\n')).join(' or ')
      case 'literal':
        return (definition.values as unknown[]).map((value) => JSON.stringify(value)).join(' or ')
      case 'enum':
        return Object.values(definition.entries as object).join(' or ')
      case 'lazy':
        return 'as above'
      default:
        return `${definition.coerce ? 'coerced ' : ''}${definition.type}${this.#formatOf(definition)}`
    }
  }

  #formatOf({ format, pattern }: Definition): string {
    return format === undefined ? '' : ` ${String(format)}${pattern === undefined ? '' : ` ${String(pattern)}`}`
  }

  #objectOf(schema: unknown, { shape, catchall }: Definition, place: string): string {
    const known = this.#places.get(schema)
    if (known !== undefined) return `as ${known}`
    this.#places.set(schema, place)
    const fields = Object.entries(shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) => {
      const [first = '', ...more] = this.linesOf(field, `${place}.${name}`)
      return [`  ${name}: ${first}`, ...more.map((line) => `  ${line}`)]
    })
    const rest = catchall === undefined ? '' : ` and other fields: ${(catchall as z.ZodType).def.type}`
    return [`fields${rest}`, ...fields].join('\n')
  }
}
