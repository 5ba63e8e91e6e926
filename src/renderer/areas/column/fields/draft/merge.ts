import { DICTIONARY_TYPES, parseDictionaryMark } from '#shared/domain/relationMark.ts'
import { FIELD_TYPES } from '#shared/domain/fieldTypes.ts'
import { CHECK_FLAGS, ITEM_FLAGS, USE_FLAGS } from '#renderer/areas/column/fields/fieldFlags.ts'
import type { ChosenField } from './draft.ts'

type Fields = readonly ChosenField[]

/** The loaded fields, the edited fields, and the fields that another user saved meanwhile. */
export interface Sides {
  base: Fields
  mine: Fields
  theirs: Fields
}

const ORDER_KEY = 'order'
const FIELD_KEY_PREFIX = 'field '
const namesOf = (fields: Fields): string[] => fields.map((field) => field.fieldName)
const findField = (fields: Fields, name: string): ChosenField | undefined =>
  fields.find((field) => field.fieldName === name)

/**
 * Converts the three sides to records for ui/form/compare: one value per field (null: the side has no such field) and one
 * value for the order of the common fields.
 */
export function toComparableRecords({ base, mine, theirs }: Sides) {
  const names = [...new Set([...namesOf(mine), ...namesOf(theirs), ...namesOf(base)])]
  const common = new Set(names.filter((name) => [base, mine, theirs].every((side) => findField(side, name))))
  const titleOf = (name: string): string => {
    const field = findField(mine, name) ?? findField(theirs, name) ?? findField(base, name)
    return `字段“${field?.fieldAlias || name}”`
  }
  const record = (side: Fields): Record<string, unknown> => ({
    [ORDER_KEY]: namesOf(side).filter((name) => common.has(name)),
    ...Object.fromEntries(names.map((name) => [FIELD_KEY_PREFIX + name, findField(side, name) ?? null])),
  })
  const labels = {
    [ORDER_KEY]: '字段顺序',
    ...Object.fromEntries(names.map((name) => [FIELD_KEY_PREFIX + name, titleOf(name)])),
  }
  const show = (key: string, value: unknown): string =>
    key === ORDER_KEY ? formatOrder(value as string[], mine) : formatField(value as ChosenField | null)
  return { labels, show, base: record(base), mine: record(mine), theirs: record(theirs) }
}

/** My fields with the values taken from the other side; keys as in `toComparableRecords`. */
export function mergeFields({ mine, theirs }: Sides, takenFromTheirs: ReadonlyMap<string, unknown>): ChosenField[] {
  const pick = (name: string): ChosenField | undefined =>
    takenFromTheirs.has(FIELD_KEY_PREFIX + name) ? findField(theirs, name) : findField(mine, name)
  const [first, second] = takenFromTheirs.has(ORDER_KEY) ? [theirs, mine] : [mine, theirs]
  const names = new Set([...namesOf(first), ...namesOf(second)])
  return [...names].flatMap((name) => pick(name) ?? [])
}

const formatOrder = (names: readonly string[], fields: Fields): string =>
  names.map((name, index) => `${index + 1}. ${findField(fields, name)?.fieldAlias || name}`).join('\n')

function formatField(field: ChosenField | null): string {
  if (!field) return '（无此字段）'
  const flags = [...USE_FLAGS, ...CHECK_FLAGS].filter(({ key }) => field[key]).map(({ title }) => title)
  const items = ITEM_FLAGS.filter(({ key }) => field[key]).map(({ title }) => title)
  const lines: [string, string][] = [
    ['别名', field.fieldAlias],
    ['类型', FIELD_TYPES[field.fieldType]],
    ['默认值', field.defaultValue],
    ['提示', field.note],
    ['选项', flags.join('、')],
    ['子项', items.join('、')],
    [field.fieldType === 'SingleLine' ? '字典' : '关联', formatMark(field)],
  ]
  return lines
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}：${text}`)
    .join('\n')
}

function formatMark({ fieldType, relationMark }: ChosenField): string {
  const mark = fieldType === 'SingleLine' ? parseDictionaryMark(relationMark) : null
  if (!mark) return relationMark
  return `编号 ${mark.id}，${DICTIONARY_TYPES.find(({ id }) => id === mark.type)?.title ?? '未选择类型'}`
}
