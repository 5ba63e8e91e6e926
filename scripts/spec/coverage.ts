import type { Requirement } from './requirements.ts'

const TAG = /\[([A-Z]+-?\d+(?:[,\s]+[A-Z]+-?\d+)*)\]/g

/** Requirement ids that a test's title names: `[A-194]`, `[S11]`, `[A-194, C-012]`. Ranges are not understood. */
export const idsOf = (title: string): string[] =>
  [...title.matchAll(TAG)].flatMap(([, ids = '']) => ids.split(/[,\s]+/))

export interface AreaCoverage {
  area: string
  shown: Requirement[]
  missing: Requirement[]
}

export interface Coverage {
  areas: AreaCoverage[]
  /** Ids that a title names and no document has: a slip of the pen, and so an error. */
  unknown: string[]
}

/** Which requirements the titles of passed tests show, by area in the order of the documents. */
export function coverage(requirements: readonly Requirement[], passedTitles: readonly string[]): Coverage {
  const named = new Set(passedTitles.flatMap(idsOf))
  const known = new Set(requirements.map((r) => r.id))
  const areas = new Map<string, AreaCoverage>()
  for (const one of requirements) {
    const area = areas.get(one.area) ?? { area: one.area, shown: [], missing: [] }
    areas.set(one.area, area)
    area[named.has(one.id) ? 'shown' : 'missing'].push(one)
  }
  return { areas: [...areas.values()], unknown: [...named].filter((id) => !known.has(id)) }
}
