import type { MenuField } from '../contract/column.ts'

type MatchField = Pick<MenuField, 'fieldName' | 'fieldAlias' | 'fieldType'>
/** Field names of the source and of the matching target. */
export interface NamePair {
  sourceField: string
  targetField: string
}

/** B·§5: only fields of the same type match, whatever the target's other rules are. */
export const canMatch = (source: MatchField, target: MatchField): boolean => source.fieldType === target.fieldType

/** Pairs fields of the same type by name, then by alias; each target is used once. */
export function matchByName(source: readonly MatchField[], target: readonly MatchField[]): NamePair[] {
  const free = new Set(target)
  const pairs = new Map<MatchField, MatchField>()
  const pairBy = (same: (a: MatchField, b: MatchField) => boolean): void => {
    for (const field of source) {
      if (pairs.has(field)) continue
      const found = [...free].find((each) => canMatch(field, each) && same(field, each))
      if (!found) continue
      free.delete(found)
      pairs.set(field, found)
    }
  }
  pairBy((a, b) => a.fieldName === b.fieldName)
  pairBy((a, b) => a.fieldAlias !== '' && a.fieldAlias === b.fieldAlias)
  return source.flatMap((field) => {
    const found = pairs.get(field)
    return found ? { sourceField: field.fieldName, targetField: found.fieldName } : []
  })
}
