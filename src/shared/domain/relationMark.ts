import { parseJsonOrNull } from '../util/json.ts'

/** A·§2: 1 single, 2 multi, 3 dropdown single, 4 dropdown multi, 5 multi-level. */
export const DICTIONARY_TYPES = [
  { id: 1, title: '单选' },
  { id: 2, title: '多选' },
  { id: 3, title: '下拉单选' },
  { id: 4, title: '下拉多选' },
  { id: 5, title: '多级' },
] as const
/** The type whose id refers to a multi-level dictionary; all others refer to flat dictionaries. */
export const MULTI_LEVEL = 5

/** The dictionary of a single-line field. */
export interface DictionaryMark {
  id: number
  type: number
}

/** Formats relationMark for a dictionary (A·§3). */
export const formatDictionaryMark = ({ id, type }: DictionaryMark): string => JSON.stringify({ id, type })

/** Parses the dictionary of relationMark; missing or invalid parts are 0. null if it is empty or not a JSON object. */
export function parseDictionaryMark(relationMark: string): DictionaryMark | null {
  const parsed = parseJsonOrNull(relationMark)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const { id, type } = parsed as { id?: unknown; type?: unknown }
  const isKnownType = DICTIONARY_TYPES.some((entry) => entry.id === Number(type))
  return { id: toPositiveInteger(id), type: isKnownType ? Number(type) : 0 }
}

const toPositiveInteger = (value: unknown): number => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}
