import { jsonOrNull } from '../util/json.ts'

/** A·§2: 1 single, 2 multi, 3 dropdown single, 4 dropdown multi, 5 multi-level. */
export const DICTIONARY_TYPES = [
  { id: 1, title: '单选' },
  { id: 2, title: '多选' },
  { id: 3, title: '下拉单选' },
  { id: 4, title: '下拉多选' },
  { id: 5, title: '多级' },
] as const
/** The type whose id names a multi-level dictionary; the others name flat ones. */
export const MULTI_LEVEL = 5

/** The dictionary of a single-line field. */
export interface DictionaryMark {
  id: number
  type: number
}

/** The text of relationMark for a dictionary (A·§3). */
export const writeDictionaryMark = ({ id, type }: DictionaryMark): string => JSON.stringify({ id, type })

/** The dictionary in relationMark; missing or wrong parts are 0. null when it is empty or no JSON object. */
export function readDictionaryMark(relationMark: string): DictionaryMark | null {
  const parsed = jsonOrNull(relationMark)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const { id, type } = parsed as { id?: unknown; type?: unknown }
  const known = DICTIONARY_TYPES.some((entry) => entry.id === Number(type))
  return { id: positive(id), type: known ? Number(type) : 0 }
}

const positive = (value: unknown): number => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}
