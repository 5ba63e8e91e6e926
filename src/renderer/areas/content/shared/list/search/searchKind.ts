import type { SearchField } from '#shared/contract/column.ts'
import { isPlaceholder } from '#shared/domain/entry.ts'
import { parseDictionaryMark } from '#shared/domain/relationMark.ts'

/** Input type of a search field; none: the field can't be searched. */
type SearchKind = 'text' | 'day' | 'dictionary' | 'options' | 'labels' | 'none'

/** The input type of a search field results from its type, dictionary or options (B·§2, B·§3). */
export function searchKind({ fieldType, defaultValue, relationMark }: SearchField): SearchKind {
  if (isPlaceholder(defaultValue)) return 'options'
  switch (fieldType) {
    case 'Date':
    case 'DateTime':
      return 'day'
    case 'RelationContent':
      return 'options'
    case 'RelationLabel':
      return 'labels'
    case 'SingleLine':
      return (parseDictionaryMark(relationMark)?.id ?? 0) > 0 ? 'dictionary' : 'text'
    case 'MultiLine':
    case 'Editor':
      return 'text'
    default:
      // Files and images are stored as addresses, which nobody searches for.
      return 'none'
  }
}
