import { Checkbox } from '@fluentui/react-components'
import type { RowKey, Selection } from './types.ts'

/** Selects all rows of the page; selected rows of other pages stay selected. */
export function SelectAll({ keys, selection, text }: { keys: readonly RowKey[]; selection: Selection; text?: string }) {
  const chosen = keys.filter((key) => selection.keys.has(key)).length
  const all = chosen > 0 && chosen === keys.length
  const shown = new Set(keys)
  const others = [...selection.keys].filter((key) => !shown.has(key))
  return (
    <Checkbox
      {...(text ? { label: text } : { 'aria-label': '全选' })}
      checked={all ? true : chosen > 0 ? 'mixed' : false}
      onChange={() => selection.onChange(new Set(all ? others : [...others, ...keys]))}
    />
  )
}
