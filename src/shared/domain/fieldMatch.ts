import type { MenuField } from '../contract/column.ts'

type Matched = Pick<MenuField, 'fieldName' | 'fieldAlias' | 'fieldType'>
/** Field names of the source and of the target that takes its value. */
export interface NamePair {
  sourceField: string
  targetField: string
}

/** B·§5: only fields of the same type can be matched; what the target requires, or how much it takes, doesn't matter. */
export const mayMatch = (source: Matched, target: Matched): boolean => source.fieldType === target.fieldType

/** Pairs of the same type by their name, then by what people call them; each target takes one. */
export function matchByName(source: readonly Matched[], target: readonly Matched[]): NamePair[] {
  const free = new Set(target)
  const pairs = new Map<Matched, Matched>()
  const take = (same: (a: Matched, b: Matched) => boolean): void => {
    for (const field of source) {
      if (pairs.has(field)) continue
      const found = [...free].find((each) => mayMatch(field, each) && same(field, each))
      if (!found) continue
      free.delete(found)
      pairs.set(field, found)
    }
  }
  take((a, b) => a.fieldName === b.fieldName)
  take((a, b) => a.fieldAlias !== '' && a.fieldAlias === b.fieldAlias)
  return source.flatMap((field) => {
    const found = pairs.get(field)
    return found ? { sourceField: field.fieldName, targetField: found.fieldName } : []
  })
}
