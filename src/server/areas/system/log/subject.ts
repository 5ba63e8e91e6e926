/** Names listed for a log line; of further ones only the number is given. */
const MAX_NAMES = 3
/** Characters of a name. */
const MAX_NAME_LENGTH = 60
/** Fields by which an input may name its record. */
const NAME_FIELDS = ['title', 'name', 'userName', 'username', 'saveFileName', 'openFileName', 'filename', 'fileName']

type Fields = Partial<Record<string, unknown>>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** '' for values that are not texts, and for hidden ones. */
const readText = (value: unknown): string => (typeof value === 'string' && value !== '***' ? value.trim() : '')

/** The title among the fields of an entry. */
function entryTitle({ fieldList }: Fields): string {
  const fields: unknown[] = Array.isArray(fieldList) ? fieldList : []
  const title = fields.find((field) => isRecord(field) && field.fieldName === 'title')
  return isRecord(title) ? readText(title.fieldValue) : ''
}

const shorten = (name: string): string => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name)

/** The subject of a log line: the changed records, else the record's name in the input; '' when there is none. */
export function describeSubject({ changes, input }: { changes: string; input: string }): string {
  const changed: unknown = changes === '' ? [] : JSON.parse(changes)
  const titles = (Array.isArray(changed) ? (changed as unknown[]) : [])
    .map((change) => (isRecord(change) ? readText(change.title) : ''))
    .filter((title) => title !== '')
  if (titles.length > 0) {
    const names = titles.slice(0, MAX_NAMES).map(shorten).join('、')
    return titles.length > MAX_NAMES ? `${names} 等 ${titles.length} 项` : names
  }
  const given: unknown = JSON.parse(input)
  if (!isRecord(given)) return ''
  return shorten(
    entryTitle(given) || (NAME_FIELDS.map((name) => readText(given[name])).find((text) => text !== '') ?? ''),
  )
}
