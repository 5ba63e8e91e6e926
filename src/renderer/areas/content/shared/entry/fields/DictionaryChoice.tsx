import { Field, Spinner } from '@fluentui/react-components'
import { useWatch } from 'react-hook-form'
import { type DictionaryMark, MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import type { Choice } from '#renderer/ui/fields/choices.ts'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { CascaderField } from './CascaderField.tsx'
import type { EntryBound } from './entryBound.ts'

interface Props extends EntryBound {
  mark: DictionaryMark
}

/** B·§3: a choice from a dictionary: 1 radio, 2 checkboxes, 3 dropdown, 4 dropdown of several, 5 cascader. */
export function DictionaryChoice({ mark, ...bound }: Props) {
  return mark.type === MULTI_LEVEL ? (
    <CascaderField {...bound} dictionaryId={mark.id} />
  ) : (
    <FlatChoice {...bound} mark={mark} />
  )
}

/** The options are the dictionary's texts; a value that it no longer has stays among them. */
function FlatChoice({ mark, ...bound }: Props) {
  const { data, error } = useRead('dictionary.findById', { id: mark.id }, { quiet: true })
  const value: unknown = useWatch({ control: bound.control, name: bound.name })
  if (error) return <TextField {...bound} hint={`字典没有加载成功（${error.message}），可以直接填写`} />
  if (!data)
    return (
      <Field label={bound.label} required={bound.required}>
        <Spinner size="tiny" label="正在加载选项…" labelPosition="after" style={{ justifyContent: 'start' }} />
      </Field>
    )
  // One choice may have commas in it.
  const standing = Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : []
  const strangers = standing.filter((each) => !data.value.includes(each))
  const options: Choice[] = [
    ...data.value.map((each) => ({ value: each, title: each })),
    ...strangers.map((each) => ({ value: each, title: `${each}（字典中已没有）` })),
  ]
  if (mark.type === 1)
    return <RadioGroupField {...bound} options={options} {...(bound.required ? {} : { clearTo: '' })} />
  if (mark.type === 2) return <CheckboxGroupField {...bound} options={options} />
  if (mark.type === 4) return <MultiSelectField {...bound} options={options} />
  return <SelectField {...bound} options={options} clearTo="" />
}
