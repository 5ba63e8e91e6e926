import { parseJsonOrNull } from '../util/json.ts'
import { isPlaceholder } from './entry.ts'

/** Columns whose entries a field offers, as input of `content.selectOptions`. */
interface RelationSource {
  classIdList?: number[]
  childIdentifies?: string[]
}

/**
 * Source of the options of a RelationContent field: relationMark is JSON with classIdList or childIdentifies
 * (contradictions.md 77). Without either, a default value `${key}` names a column by its identifies (contradictions.md
 * 76); {} names none.
 */
export function parseRelation(relationMark: string, defaultValue = ''): RelationSource {
  const { classIdList, childIdentifies } = parseMark(relationMark)
  const ids = [classIdList]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  if (ids.length > 0) return { classIdList: ids }
  const named = [childIdentifies].flat().filter((name): name is string => typeof name === 'string' && name !== '')
  if (named.length > 0) return { childIdentifies: named }
  const key = isPlaceholder(defaultValue) ? defaultValue.replace(/^\$\{?|\}$/g, '').trim() : ''
  return key ? { childIdentifies: [key] } : {}
}

function parseMark(text: string): { classIdList?: unknown; childIdentifies?: unknown } {
  const parsed = parseJsonOrNull(text)
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}
