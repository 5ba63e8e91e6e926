import { memo, useMemo } from 'react'
import { Field, Input, makeStyles, Spinner, Text, Textarea, tokens } from '@fluentui/react-components'
import { type FieldError, useController, useWatch } from 'react-hook-form'
import { assertNever } from '#shared/util/assertNever.ts'
import { dictionaryOf, lengthProblem, maxLengthOf, MAX_MULTI_LINE_CHARS } from '#shared/domain/contentFields.ts'
import { type DictionaryMark, MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { itemFieldsOf } from '#renderer/features/media/picker/group/itemFields.ts'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { MediaGroupField } from '#renderer/features/media/picker/MediaGroupField.tsx'
import { messageOf } from '#renderer/ui/fields/formErrors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import type { Choice } from '#renderer/ui/fields/choices.ts'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import type { FormField } from '../loadEntry.ts'
import { RelationContentField } from './RelationContentField.tsx'
import { RelationLabelField } from './RelationLabelField.tsx'
import type { EntryBound, EntryControl } from './entryBound.ts'
import { CascaderField } from './CascaderField.tsx'

interface Props {
  control: EntryControl
  field: FormField
  siteId: number
}

/** The input of one field, by its type. */
export const EntryField = memo(function EntryField({ control, field, siteId }: Props) {
  const bound: EntryBound = {
    control,
    name: field.fieldName,
    label: field.fieldAlias || field.fieldName,
    required: field.isRequired,
    hint: field.note || undefined,
  }
  switch (field.fieldType) {
    case 'SingleLine': {
      const mark = dictionaryOf(field)
      return mark ? <DictionaryChoice {...bound} mark={mark} /> : <SingleLineField {...bound} field={field} />
    }
    case 'MultiLine':
      return <MultiLineField {...bound} field={field} />
    case 'Date':
    case 'DateTime':
      return <DayField {...bound} time={field.fieldType === 'DateTime'} />
    case 'Photo':
      return <MediaField {...bound} kind="image" siteId={siteId} />
    case 'Video':
      return <MediaField {...bound} kind="video" siteId={siteId} />
    case 'File':
      return <MediaField {...bound} kind="file" siteId={siteId} />
    case 'BatchPhoto':
      return <MediaGroupField {...bound} kind="image" siteId={siteId} itemFields={itemFieldsOf(field)} />
    case 'BatchVideo':
      return <MediaGroupField {...bound} kind="video" siteId={siteId} itemFields={itemFieldsOf(field)} />
    case 'BatchFile':
      return <MediaGroupField {...bound} kind="file" siteId={siteId} itemFields={itemFieldsOf(field)} />
    case 'Editor':
      return <RichTextField {...bound} siteId={siteId} />
    case 'RelationContent':
      return <RelationContentField {...bound} field={field} siteId={siteId} />
    case 'RelationLabel':
      return <RelationLabelField {...bound} siteId={siteId} />
    default:
      return assertNever(field.fieldType, 'field type')
  }
})

const useMultiLineStyles = makeStyles({
  count: { justifySelf: 'end', color: tokens.colorNeutralForeground3 },
  over: { color: tokens.colorPaletteRedForeground1 },
  root: { display: 'grid', gap: tokens.spacingVerticalXXS },
})

/** A text area with a character count. A text that is too long is reported while typing and refused on saving. */
function MultiLineField(props: EntryBound & { field: FormField }) {
  const { control, name, label, required, hint, field: asked } = props
  const styles = useMultiLineStyles()
  const { field, fieldState } = useController({ control, name })
  const { value, ...input } = field
  const text = typeof value === 'string' ? value : ''
  const { count, isOver, problem } = useLength(asked, text, fieldState.error)
  const isShort = (maxLengthOf(asked) ?? Infinity) <= 100
  return (
    <div className={styles.root}>
      <Field label={label} required={required} hint={hint} validationMessage={problem}>
        <Textarea {...input} spellCheck value={text} rows={isShort ? 2 : 4} resize="vertical" />
      </Field>
      <Text size={200} className={isOver ? styles.over : styles.count} aria-label={`${label}字数`}>
        {count}
      </Text>
    </div>
  )
}

const useSingleLineStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  over: { color: tokens.colorPaletteRedForeground1, whiteSpace: 'nowrap' },
})

/** A single-line input with a character count. A text that is too long is reported while typing and refused on saving. */
function SingleLineField(props: EntryBound & { field: FormField }) {
  const { control, name, label, required, hint, field: asked } = props
  const styles = useSingleLineStyles()
  const { field, fieldState } = useController({ control, name })
  const { value, ...input } = field
  const text = typeof value === 'string' ? value : ''
  const { count, isOver, problem } = useLength(asked, text, fieldState.error)
  return (
    <Field label={label} required={required} hint={hint} validationMessage={problem}>
      <Input
        {...input}
        spellCheck
        value={text}
        contentAfter={
          <Text size={200} className={isOver ? styles.over : styles.count} aria-label={`${label}字数`}>
            {count}
          </Text>
        }
      />
    </Field>
  )
}

/** Length and problem of a text: the length is checked while typing, other rules on saving. */
function useLength(field: FormField, text: string, error: FieldError | undefined) {
  const max = maxLengthOf(field) ?? MAX_MULTI_LINE_CHARS
  // Counts code points, as the rule does (maxLengthOf): a rare character counts once.
  const length = useMemo(() => [...text].length, [text])
  const tooLong = length > max ? lengthProblem(field, text) : null
  const problem = tooLong ? `${tooLong}，请删去 ${length - max} 个字` : messageOf(error)
  return { count: `${length} / ${max}`, isOver: length > max, problem }
}

interface DictionaryChoiceProps extends EntryBound {
  mark: DictionaryMark
}

/** A choice from a dictionary (B·§3): 1 radio, 2 checkboxes, 3 dropdown, 4 multi-select dropdown, 5 cascader. */
function DictionaryChoice({ mark, ...bound }: DictionaryChoiceProps) {
  return mark.type === MULTI_LEVEL ? (
    <CascaderField {...bound} dictionaryId={mark.id} />
  ) : (
    <FlatChoice {...bound} mark={mark} />
  )
}

/** A choice from a flat dictionary. A current value that the dictionary no longer has stays selectable. */
function FlatChoice({ mark, ...bound }: DictionaryChoiceProps) {
  const { data, error } = useRead('dictionary.findById', { id: mark.id }, { quiet: true })
  const value: unknown = useWatch({ control: bound.control, name: bound.name })
  if (error) return <TextField {...bound} hint={`字典加载失败（${error.message}），可直接填写`} />
  if (!data)
    return (
      <Field label={bound.label} required={bound.required}>
        <Spinner size="tiny" label="正在加载选项…" labelPosition="after" style={{ justifyContent: 'start' }} />
      </Field>
    )
  // The value is not split: one option may contain commas.
  const currentValues = Array.isArray(value)
    ? value.map(String)
    : typeof value === 'string' && value !== ''
      ? [value]
      : []
  const unknownValues = currentValues.filter((each) => !data.value.includes(each))
  const options: Choice[] = [
    ...data.value.map((each) => ({ value: each, title: each })),
    ...unknownValues.map((each) => ({ value: each, title: `${each}（已不在字典中）` })),
  ]
  if (mark.type === 1)
    return <RadioGroupField {...bound} options={options} {...(bound.required ? {} : { clearTo: '' })} />
  if (mark.type === 2) return <CheckboxGroupField {...bound} options={options} />
  if (mark.type === 4) return <MultiSelectField {...bound} options={options} />
  return <SelectField {...bound} options={options} clearTo="" />
}
