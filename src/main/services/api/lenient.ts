import type { z } from 'zod'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

/** A filled-in value may itself have missing parts. */
const MAX_ROUNDS = 8

/**
 * Adapts a foreign server's data to the schema: extra fields pass; a missing or null value becomes '', 0, false, [], {}
 * or the first option; pages and lists are converted into each other, as are numbers and text. null when that does not
 * suffice. `notes` lists the repairs.
 */
export function parseLeniently<T extends z.ZodType>(
  schema: T,
  data: unknown,
): { value: z.output<T>; notes: string[] } | null {
  if (schema.type === 'null') return { value: null as z.output<T>, notes: [] }
  const copy = { root: convertShape(schema, structuredClone(data)) }
  const notes: string[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = schema.safeParse(copy.root)
    if (result.success) return { value: result.data, notes }
    for (const issue of result.error.issues) {
      const mended = repairAt(copy, issue)
      if (!mended) return null
      if (mended === 'dropped') continue
      notes.push(`${issue.path.map(String).join('.')}: ${issue.code === 'invalid_type' ? issue.expected : issue.code}`)
    }
  }
  return null
}

/** Repairs the value that an issue names; the root itself is never invented. */
function repairAt(copy: { root: unknown }, issue: Issue): boolean | 'dropped' {
  const key = issue.path.at(-1)
  const parent = key === undefined ? null : getParent(copy.root, issue.path.slice(0, -1))
  if (key === undefined || parent === null) return false
  if (parent[key] === null) {
    // null counts as missing, so that the schema's default applies.
    parent[key] = undefined
    return 'dropped'
  }
  const mended = repairValue(parent[key], issue)
  if (mended === undefined) return false
  parent[key] = mended
  return true
}

function getParent(root: unknown, path: Path): Record<PropertyKey, unknown> | null {
  let here = root
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return null
    here = (here as Record<PropertyKey, unknown>)[key]
  }
  return typeof here === 'object' && here !== null ? (here as Record<PropertyKey, unknown>) : null
}

const EMPTY: Readonly<Record<string, () => unknown>> = {
  string: () => '',
  number: () => 0,
  boolean: () => false,
  array: () => [],
  object: () => ({}),
  record: () => ({}),
}

function repairValue(value: unknown, issue: Issue): unknown {
  const missing = value === undefined || value === null
  if (issue.code === 'invalid_value') return missing || value === '' ? issue.values[0] : undefined
  if (issue.code !== 'invalid_type') return undefined
  const { expected } = issue
  if (missing) return EMPTY[expected]?.()
  if (expected === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  if (expected === 'number')
    return typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value || 0) : undefined
  if (expected === 'boolean') return BOOLEAN_VALUES.get(value)
  return undefined
}

const BOOLEAN_VALUES = new Map<unknown, boolean>([
  [0, false],
  [1, true],
  ['', false],
  ['0', false],
  ['1', true],
  ['false', false],
  ['true', true],
])

/** Converts lists under other names, and pages where a list is expected or the reverse. */
function convertShape(schema: z.ZodType, data: unknown): unknown {
  if (schema.type === 'array' && isRecord(data)) return LISTS.map((name) => data[name]).find(Array.isArray) ?? data
  if (!isPaged(schema)) return data
  const content = Array.isArray(data) ? data : null
  if (content) return { content, totalElements: content.length, totalPages: 1 }
  if (!isRecord(data)) return data
  const rows = data.content ?? LISTS.map((name) => data[name]).find(Array.isArray)
  if (!Array.isArray(rows)) return data
  return { ...data, content: rows, totalElements: data.totalElements ?? rows.length, totalPages: data.totalPages ?? 1 }
}

const LISTS = ['content', 'list', 'records', 'rows', 'datas', 'data'] as const
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPaged = (schema: z.ZodType): boolean =>
  'shape' in schema && isRecord(schema.shape) && 'content' in schema.shape && 'totalElements' in schema.shape
