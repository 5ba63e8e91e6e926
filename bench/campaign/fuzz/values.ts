import type { Random } from '#tests/integration/approval/random.ts'

/** The parts of a JSON schema that are used to generate values. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema | boolean
  prefixItems?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
  enum?: readonly unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

const TEXTS = [
  '',
  ' ',
  'a',
  '0',
  '标题',
  '   前后空格　',
  '👩‍👩‍👧‍👦🇨🇳',
  'e\u0301\u200b\u202e',
  '\ud800',
  '\u0000',
  'a\u0000b',
  "'; drop table content; --",
  '%_\\',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'C:\\con\\nul',
  '{{ site.title }}{% for x in (1..999999999) %}',
  '=1+1',
  '2026-02-30 25:61:61',
  '2026-01-31',
  '9999-12-31 23:59:59',
  '1e309',
  '[1,2',
  '{"a":1}',
  'null',
  'http://127.0.0.1:1/',
  'ａｂｃ',
  'İıſ',
] as const
const NUMBERS = [
  0,
  1,
  2,
  3,
  -1,
  0.5,
  7,
  20,
  100,
  1101,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 63),
  1e308,
]
const WRONG: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { id: 1 },
  'x',
  12,
  JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
]

/** Unexpected lengths of texts. */
const LENGTHS = [255, 256, 5000, 70_000]

const depth = (levels: number): unknown => (levels === 0 ? 1 : [depth(levels - 1)])

/** Generates inputs for a schema: mostly valid ones, sometimes edge cases or invalid ones. */
export class Values {
  readonly #random: Random
  readonly #ids: readonly number[]

  /** @param ids ids of existing records */
  constructor(random: Random, ids: readonly number[]) {
    this.#random = random
    this.#ids = ids
  }

  /** An arbitrary value. */
  any(): unknown {
    const { next, pick } = this.#random
    const roll = next()
    if (roll < 0.3) return pick(WRONG)
    if (roll < 0.55) return pick(NUMBERS)
    if (roll < 0.9) return pick(TEXTS)
    if (roll < 0.94) return 'x'.repeat(pick(LENGTHS))
    if (roll < 0.97) return Array.from({ length: 3000 }, (_each, at) => at)
    return depth(200)
  }

  text(): string {
    const { next, pick } = this.#random
    return next() < 0.08 ? pick(['字', 'a', ' ', '<']).repeat(pick(LENGTHS)) : pick(TEXTS)
  }

  number(): number {
    const { next, pick } = this.#random
    return next() < 0.6 && this.#ids.length > 0 ? pick(this.#ids) : pick(NUMBERS)
  }

  /** A value of the schema. */
  of(schema: Schema | boolean | undefined, levels = 6): unknown {
    const { next, pick } = this.#random
    if (typeof schema !== 'object' || levels === 0 || next() < 0.02) return this.any()
    if ('const' in schema) return schema.const
    if (schema.enum) return pick(schema.enum)
    const choice = schema.anyOf ?? schema.oneOf
    if (choice) return this.of(pick(choice), levels - 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => this.of(each, levels - 1)))
    switch (schema.type) {
      case 'string':
        return this.text()
      case 'number':
      case 'integer':
        return this.number()
      case 'boolean':
        return next() < 0.5
      case 'null':
        return null
      case 'array': {
        if (schema.prefixItems) return schema.prefixItems.map((each) => this.of(each, levels - 1))
        return Array.from({ length: Math.floor(next() * 4) }, () => this.of(schema.items, levels - 1))
      }
      case 'object': {
        const required = new Set(schema.required)
        const named = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || next() < 0.6)
        const free = schema.additionalProperties
        return Object.fromEntries([
          ...named.map(([name, each]) => [name, this.of(each, levels - 1)] as const),
          ...(free && next() < 0.7 ? [[this.text(), this.of(free, levels - 1)] as const] : []),
        ])
      }
      default:
        return this.any()
    }
  }

  /** Changes, removes or adds one part of an input. */
  mutate(input: unknown): unknown {
    const { next, pick } = this.#random
    if (typeof input !== 'object' || input === null || next() < 0.1) return this.any()
    if (input instanceof Uint8Array) return input
    if (Array.isArray(input)) {
      const list: unknown[] = [...(input as unknown[])]
      if (list.length === 0 || next() < 0.2) return [...list, this.any()]
      const at = Math.floor(next() * list.length)
      if (next() < 0.2) return list.toSpliced(at, 1)
      list[at] = next() < 0.5 ? this.mutate(list[at]) : this.#like(list[at])
      return list
    }
    const fields: Record<string, unknown> = { ...input }
    const names = Object.keys(fields)
    if (names.length === 0 || next() < 0.08)
      return { ...fields, [pick(['id', 'siteId', 'x', '__proto__', 'version'])]: this.any() }
    const name = pick(names)
    if (next() < 0.12) {
      const { [name]: _left, ...rest } = fields
      return rest
    }
    return { ...fields, [name]: next() < 0.4 ? this.mutate(fields[name]) : this.#like(fields[name]) }
  }

  /** A value of the same type in most cases. */
  #like(value: unknown): unknown {
    if (this.#random.next() < 0.25) return this.any()
    if (typeof value === 'string') return this.text()
    if (typeof value === 'number') return this.number()
    if (typeof value === 'boolean') return !value
    return this.mutate(value)
  }
}
