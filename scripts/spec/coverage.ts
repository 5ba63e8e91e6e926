import type { Requirement } from './requirements.ts'

const TAG = /\[([A-Z]+-?\d+(?:[,\s]+[A-Z]+-?\d+)*)\]/g

/** Requirement ids in a test title: `[A-194]`, `[S11]`, `[A-194, C-012]`. Ranges are not supported. */
export const idsOf = (title: string): string[] =>
  [...title.matchAll(TAG)].flatMap(([, ids = '']) => ids.split(/[,\s]+/))

export interface AreaCoverage {
  area: string
  shown: Requirement[]
  missing: Requirement[]
}

export interface Coverage {
  areas: AreaCoverage[]
  /** Ids in titles that no document has, which are errors. */
  unknown: string[]
}

/** The requirements that titles of passed tests name, by area in document order. */
export function coverage(requirements: readonly Requirement[], passedTitles: readonly string[]): Coverage {
  const named = new Set(passedTitles.flatMap(idsOf))
  const known = new Set(requirements.map((r) => r.id))
  const areas = new Map<string, AreaCoverage>()
  for (const requirement of requirements) {
    const area = areas.get(requirement.area) ?? { area: requirement.area, shown: [], missing: [] }
    areas.set(requirement.area, area)
    area[named.has(requirement.id) ? 'shown' : 'missing'].push(requirement)
  }
  return { areas: [...areas.values()], unknown: [...named].filter((id) => !known.has(id)) }
}
