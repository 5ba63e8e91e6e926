import { useState } from 'react'
import { SearchChoices, type SearchItem } from './SearchChoices.tsx'
import { type SearchField, SearchPopover } from './SearchPopover.tsx'

interface Props extends SearchField {
  items: readonly SearchItem[]
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Several of many values, searched as in SearchOneOf; the list stays open. */
export function SearchManyOf({ items, value, onChange, searchHint, ...field }: Props) {
  const [open, setOpen] = useState(false)
  const titles = items.filter(({ id }) => value.includes(id)).map(({ title }) => title)
  return (
    <SearchPopover
      {...field}
      chosenText={titles.length === 0 ? undefined : titles.length > 2 ? `已选 ${titles.length} 个` : titles.join('、')}
      title={titles.join('、') || undefined}
      open={open}
      onOpenChange={setOpen}
    >
      {(listId) => (
        <SearchChoices
          {...{ items, searchHint, listId }}
          many
          label={field.label}
          chosen={value}
          onChoose={(id) => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id])}
        />
      )}
    </SearchPopover>
  )
}
