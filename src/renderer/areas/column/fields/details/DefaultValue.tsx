import { Dropdown, Field, Input, type InputProps, makeStyles, Option, Text, Textarea } from '@fluentui/react-components'
import { type DictionaryMark, MULTI_LEVEL, parseDictionaryMark } from '#shared/domain/relationMark.ts'
import type { Classify } from '#shared/contract/classify.ts'
import type { FieldType } from '#renderer/areas/column/fields/fieldFlags.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { ChosenField } from '../draft/draft.ts'

interface Props {
  field: ChosenField
  onChange: (value: string) => void
}

const MAX_LENGTH = 10_000
const TYPES_WITHOUT_DEFAULT: ReadonlySet<FieldType> = new Set([
  'BatchPhoto',
  'BatchVideo',
  'BatchFile',
  'RelationContent',
  'RelationLabel',
])
const PATH_TYPES: ReadonlySet<FieldType> = new Set(['Photo', 'Video', 'File'])

/** Edits the default value in an input that fits the field's type. The value is stored as text. */
export function DefaultValue({ field, onChange }: Props) {
  const { fieldType, defaultValue, isInteger, relationMark } = field
  const mark = fieldType === 'SingleLine' ? parseDictionaryMark(relationMark) : null
  if (mark?.id && mark.type) return <DictionaryDefault {...{ mark, onChange }} value={defaultValue} />
  if (TYPES_WITHOUT_DEFAULT.has(fieldType) && defaultValue === '')
    return (
      <Field label="默认值">
        <Text>该类型的字段没有默认值</Text>
      </Field>
    )

  const renderInput = (props: Pick<InputProps, 'type' | 'placeholder' | 'inputMode' | 'step'>) => (
    <Input
      {...props}
      value={toInputValue(fieldType, defaultValue)}
      maxLength={MAX_LENGTH}
      onChange={(_event, { value }) => onChange(fromInputValue(fieldType, value))}
    />
  )
  const problem = describeFormatProblem(field)
  return (
    <Field label="默认值" {...(problem ? { validationState: 'warning', validationMessage: problem } : {})}>
      {fieldType === 'MultiLine' || fieldType === 'Editor' ? (
        <Textarea
          value={defaultValue}
          rows={3}
          maxLength={MAX_LENGTH}
          resize="vertical"
          onChange={(_event, { value }) => onChange(value)}
        />
      ) : fieldType === 'Date' && isDate(defaultValue) ? (
        renderInput({ type: 'date' })
      ) : fieldType === 'DateTime' && isDate(defaultValue) ? (
        renderInput({ type: 'datetime-local', step: 1 })
      ) : PATH_TYPES.has(fieldType) ? (
        renderInput({ placeholder: '文件地址，例如 /files/default.png' })
      ) : (
        renderInput(isInteger ? { inputMode: 'numeric' } : {})
      )}
    </Field>
  )
}

/** Whether a date input can show the value; other values (from another program) are edited as text. */
const isDate = (value: string): boolean => value === '' || /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(value)

function toInputValue(type: FieldType, value: string): string {
  if (type === 'DateTime') return value.replace(' ', 'T')
  return type === 'Date' && isDate(value) ? value.slice(0, 10) : value
}

/** `yyyy-MM-dd HH:mm:ss`, as the documents show times. */
function fromInputValue(type: FieldType, value: string): string {
  if (type !== 'DateTime' || !value.includes('T')) return value
  const text = value.replace('T', ' ')
  return text.length === 'yyyy-MM-dd HH:mm'.length ? `${text}:00` : text
}

const FORMAT_RULES = [
  { flag: 'isEmail', test: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, name: '邮箱' },
  { flag: 'isTel', test: /^[\d+() -]{5,20}$/, name: '电话' },
  { flag: 'isUrl', test: /^(https?:\/\/|\/)\S+$/, name: '网址' },
  { flag: 'isIdCard', test: /^\d{17}[\dXx]$/, name: '身份证号' },
  { flag: 'isInteger', test: /^-?\d+$/, name: '整数' },
] as const

/** Warns that the default value fails the field's format check when content is saved; '' if it passes. */
function describeFormatProblem(field: ChosenField): string {
  if (field.fieldType !== 'SingleLine' || field.defaultValue === '') return ''
  const failedRules = FORMAT_RULES.filter(({ flag, test }) => field[flag] && !test.test(field.defaultValue))
  return failedRules.length > 0
    ? `默认值不符合${failedRules.map(({ name }) => name).join('、')}格式，保存内容时无法通过校验`
    : ''
}

const useDictionaryDefaultStyles = makeStyles({ input: { minWidth: 0, width: '100%' }, list: { maxHeight: '320px' } })

/** Types 2 and 4 allow several values, joined by commas (B·§3). */
const MULTIPLE_TYPES: ReadonlySet<number> = new Set([2, 4])

interface Choice {
  value: string
  title: string
}

/** Every entry with its path; the value of a multi-level choice is the list of ids on that path (contradictions.md 85). */
const flattenPaths = (tree: readonly Classify[], parent: Choice | null = null): Choice[] =>
  tree.flatMap(({ id, title, child }) => {
    const choice = parent
      ? { value: `${parent.value},${id}`, title: `${parent.title} / ${title}` }
      : { value: `${id}`, title }
    return [choice, ...flattenPaths(child, choice)]
  })

interface DictionaryDefaultProps {
  mark: DictionaryMark
  value: string
  onChange: (value: string) => void
}

/** The default value of a field with a dictionary: one or several of its values. */
function DictionaryDefault({ mark, value, onChange }: DictionaryDefaultProps) {
  const styles = useDictionaryDefaultStyles()
  const isMultiLevel = mark.type === MULTI_LEVEL
  const flat = useRead('dictionary.findById', { id: mark.id }, { enabled: !isMultiLevel, quiet: true })
  const tree = useRead('classify.getTree', { id: mark.id }, { enabled: isMultiLevel, quiet: true })
  const choices = isMultiLevel
    ? tree.data && flattenPaths(tree.data)
    : flat.data?.value.map((each): Choice => ({ value: each, title: each }))
  const isMultiple = MULTIPLE_TYPES.has(mark.type)
  const chosen = value === '' ? [] : isMultiple ? value.split(',') : [value]
  const isKnown = choices && chosen.every((each) => choices.some((choice) => choice.value === each))

  // The value is edited as text until the dictionary is loaded, or if the dictionary does not contain the value.
  if (!choices || !isKnown)
    return (
      <Field label="默认值" {...(choices ? { validationState: 'warning', validationMessage: '字典中没有该值' } : {})}>
        <Input value={value} onChange={(_event, data) => onChange(data.value)} />
      </Field>
    )
  const titles = chosen.map((each) => choices.find((choice) => choice.value === each)?.title ?? each)
  return (
    <Field label="默认值">
      <Dropdown
        className={styles.input}
        listbox={{ className: styles.list }}
        clearable
        multiselect={isMultiple}
        placeholder="无默认值"
        value={titles.join('、')}
        selectedOptions={chosen}
        onOptionSelect={(_event, { selectedOptions }) => onChange(selectedOptions.join(','))}
      >
        {choices.map((choice) => (
          <Option key={choice.value} value={choice.value} text={choice.title}>
            {choice.title}
          </Option>
        ))}
      </Dropdown>
    </Field>
  )
}
