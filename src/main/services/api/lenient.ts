import type { z } from 'zod'

type Path = readonly PropertyKey[]

/**
 * A foreign server's data in the contract's shape: further fields pass, a missing or null plain value becomes '', 0,
 * false or [], and numbers and text are taken for each other. `null` when that is not enough to use the answer.
 * `notes` names what had to be mended.
 */
export function lenient<T extends z.ZodType>(schema: T, data: unknown): { value: z.output<T>; notes: string[] } | null {
  if (schema.type === 'null') return { value: null as z.output<T>, notes: [] }
  const strict = schema.safeParse(data)
  if (strict.success) return { value: strict.data, notes: [] }
  const copy: unknown = structuredClone(data)
  const notes: string[] = []
  for (const issue of strict.error.issues) {
    const key = issue.path.at(-1)
    if (issue.code !== 'invalid_type' || key === undefined) return null
    const parent = at(copy, issue.path.slice(0, -1))
    if (parent === null) return null
    const mended = mend(parent[key], issue.expected)
    if (mended === undefined) return null
    parent[key] = mended
    notes.push(`${issue.path.map(String).join('.')}: ${issue.expected}`)
  }
  const again = schema.safeParse(copy)
  return again.success ? { value: again.data, notes } : null
}

function at(root: unknown, path: Path): Record<PropertyKey, unknown> | null {
  let here = root
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return null
    here = (here as Record<PropertyKey, unknown>)[key]
  }
  return typeof here === 'object' && here !== null ? (here as Record<PropertyKey, unknown>) : null
}

function mend(value: unknown, expected: string): unknown {
  const missing = value === undefined || value === null
  if (expected === 'string') return missing ? '' : typeof value === 'number' ? String(value) : undefined
  if (expected === 'number') {
    if (missing) return 0
    return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : undefined
  }
  if (expected === 'boolean') return missing ? false : value === 0 || value === 1 ? value === 1 : undefined
  if (expected === 'array') return missing ? [] : undefined
  return undefined
}
