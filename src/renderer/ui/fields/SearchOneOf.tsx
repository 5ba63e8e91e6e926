import { useState } from 'react'
import { SearchChoices, type SearchItem } from './SearchChoices.tsx'
import { type SearchField, SearchPopover } from './SearchPopover.tsx'

interface Props extends SearchField {
  items: readonly SearchItem[]
  value: number
  onChange: (id: number) => void
}

/** One of many values, searched by a part of its name, its pinyin initials or its note. */
export function SearchOneOf({ items, value, onChange, searchHint, ...field }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <SearchPopover
      {...field}
      chosenText={items.find(({ id }) => id === value)?.title}
      open={open}
      onOpenChange={setOpen}
    >
      {(listId) => (
        <SearchChoices
          {...{ items, searchHint, listId }}
          label={field.label}
          chosen={[value]}
          onChoose={(id) => {
            setOpen(false)
            onChange(id)
          }}
        />
      )}
    </SearchPopover>
  )
}
