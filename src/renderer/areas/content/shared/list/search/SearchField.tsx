import { makeStyles } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import type { SearchField as Field } from '#shared/contract/column.ts'
import { dayOf, dayText } from '#renderer/ui/fields/dates.ts'
import { DayInput } from '#renderer/ui/fields/DayInput.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { useDictionaryChoices, useEntryChoices, useLabelChoices } from './choices.ts'
import { searchKind } from './searchKind.ts'

const useStyles = makeStyles({ text: { width: '160px', minWidth: 0 } })

interface Props {
  field: Field
  siteId: number
  value: string
  onChange: (value: string) => void
}

/** The input of one search field, by its type. */
export function SearchField(props: Props) {
  const styles = useStyles()
  const { field, value, onChange } = props
  const label = field.fieldAlias || field.fieldName
  switch (searchKind(field)) {
    case 'text':
      return (
        <div className={styles.text}>
          <SearchBox wide value={value} onSearch={onChange} placeholder={label} />
        </div>
      )
    case 'day':
      return (
        <DayInput
          label={label}
          placeholder={label}
          value={dayOf(value)}
          onChange={(picked) => onChange(dayText(picked))}
        />
      )
    case 'dictionary':
      return <DictionaryFilter {...props} label={label} />
    case 'options':
      return <EntryFilter {...props} label={label} />
    case 'labels':
      return <LabelFilter {...props} label={label} />
    case 'none':
      return null
  }
}

type LabelledProps = Props & { label: string }

/** Delay between the last keystroke and the search. */
const DEBOUNCE_MS = 300

/** A debounced text; an empty text applies at once. */
function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text && debounced
}

function DictionaryFilter({ field, label, value, onChange }: LabelledProps) {
  return <ChoiceFilter {...{ label, value, onChange }} {...useDictionaryChoices(field)} />
}
function EntryFilter({ field, siteId, label, value, onChange }: LabelledProps) {
  const [typed, setTyped] = useState('')
  const key = useDebouncedText(typed)
  return (
    <ChoiceFilter
      {...{ label, value, onChange }}
      onType={setTyped}
      {...useEntryChoices(field, siteId, { value, key })}
    />
  )
}
function LabelFilter({ siteId, label, value, onChange }: LabelledProps) {
  return <ChoiceFilter {...{ label, value, onChange }} {...useLabelChoices(siteId)} />
}
