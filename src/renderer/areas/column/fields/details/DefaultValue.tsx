import { Dropdown, Field, Input, type InputProps, makeStyles, Option, Text, Textarea } from '@fluentui/react-components'
import { type DictionaryMark, MULTI_LEVEL, readDictionaryMark } from '#shared/domain/relationMark.ts'
import type { Classify } from '#shared/contract/classify.ts'
import type { FieldType } from '#renderer/areas/column/fields/fieldFlags.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { ChosenField } from '../draft/draft.ts'

interface Props {
  field: ChosenField
  onChange: (value: string) => void
}

const LONGEST = 10_000
const NO_DEFAULT: ReadonlySet<FieldType> = new Set([
  'BatchPhoto',
  'BatchVideo',
  'BatchFile',
  'RelationContent',
  'RelationLabel',
])
const PATHS: ReadonlySet<FieldType> = new Set(['Photo', 'Video', 'File'])

/** Edits the default value in an input that fits the field's type. The value is stored as text. */
export function DefaultValue({ field, onChange }: Props) {
  const { fieldType, defaultValue, isInteger, relationMark } = field
  const mark = fieldType === 'SingleLine' ? readDictionaryMark(relationMark) : null
  if (mark?.id && mark.type) return <DictionaryDefault {...{ mark, onChange }} value={defaultValue} />
  if (NO_DEFAULT.has(fieldType) && defaultValue === '')
    return (
      <Field label="默认值">
        <Text>该类型的字段没有默认值</Text>
      </Field>
    )

  const text = (props: Pick<InputProps, 'type' | 'placeholder' | 'inputMode' | 'step'>) => (
    <Input
      {...props}
      value={shown(fieldType, defaultValue)}
      maxLength={LONGEST}
      onChange={(_event, { value }) => onChange(valueForType(fieldType, value))}
    />
  )
  const problem = formatProblem(field)
  return (
    <Field label="默认值" {...(problem ? { validationState: 'warning', validationMessage: problem } : {})}>
      {fieldType === 'MultiLine' || fieldType === 'Editor' ? (
        <Textarea
          value={defaultValue}
          rows={3}
          maxLength={LONGEST}
          resize="vertical"
          onChange={(_event, { value }) => onChange(value)}
        />
      ) : fieldType === 'Date' && isDate(defaultValue) ? (
        text({ type: 'date' })
      ) : fieldType === 'DateTime' && isDate(defaultValue) ? (
        text({ type: 'datetime-local', step: 1 })
      ) : PATHS.has(fieldType) ? (
        text({ placeholder: '文件地址，例如 /files/default.png' })
      ) : (
        text(isInteger ? { inputMode: 'numeric' } : {})
      )}
    </Field>
  )
}

/** Whether a date input can show the value; other values (from another program) are edited as text. */
const isDate = (value: string): boolean => value === '' || /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(value)

function shown(type: FieldType, value: string): string {
  if (type === 'DateTime') return value.replace(' ', 'T')
  return type === 'Date' && isDate(value) ? value.slice(0, 10) : value
}

/** `yyyy-MM-dd HH:mm:ss`, as the documents show times. */
function valueForType(type: FieldType, value: string): string {
  if (type !== 'DateTime' || !value.includes('T')) return value
  const text = value.replace('T', ' ')
  return text.length === 'yyyy-MM-dd HH:mm'.length ? `${text}:00` : text
}

const RULES = [
  { flag: 'isEmail', test: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, name: '邮箱' },
  { flag: 'isTel', test: /^[\d+() -]{5,20}$/, name: '电话' },
  { flag: 'isUrl', test: /^(https?:\/\/|\/)\S+$/, name: '网址' },
  { flag: 'isIdCard', test: /^\d{17}[\dXx]$/, name: '身份证号' },
  { flag: 'isInteger', test: /^-?\d+$/, name: '整数' },
] as const

/** Warns that the default value fails the field's format check when content is saved; '' if it passes. */
function formatProblem(field: ChosenField): string {
  if (field.fieldType !== 'SingleLine' || field.defaultValue === '') return ''
  const broken = RULES.filter(({ flag, test }) => field[flag] && !test.test(field.defaultValue))
  return broken.length > 0 ? `默认值不符合${broken.map(({ name }) => name).join('、')}格式，保存内容时无法通过校验` : ''
}

const useDictionaryDefaultStyles = makeStyles({ input: { minWidth: 0, width: '100%' }, list: { maxHeight: '320px' } })

/** Types 2 and 4 allow several values, joined by commas (B·§3). */
const SEVERAL: ReadonlySet<number> = new Set([2, 4])

interface Choice {
  value: string
  title: string
}

/** Every entry with its path; the value of a multi-level choice is the list of ids on that path (contradictions.md 85). */
const ways = (tree: readonly Classify[], above: Choice | null = null): Choice[] =>
  tree.flatMap(({ id, title, child }) => {
    const choice = above
      ? { value: `${above.value},${id}`, title: `${above.title} / ${title}` }
      : { value: `${id}`, title }
    return [choice, ...ways(child, choice)]
  })

interface DictionaryDefaultProps {
  mark: DictionaryMark
  value: string
  onChange: (value: string) => void
}

/** The default value of a field with a dictionary: one or several of its values. */
function DictionaryDefault({ mark, value, onChange }: DictionaryDefaultProps) {
  const styles = useDictionaryDefaultStyles()
  const deep = mark.type === MULTI_LEVEL
  const flat = useRead('dictionary.findById', { id: mark.id }, { enabled: !deep, quiet: true })
  const tree = useRead('classify.getTree', { id: mark.id }, { enabled: deep, quiet: true })
  const choices = deep
    ? tree.data && ways(tree.data)
    : flat.data?.value.map((each): Choice => ({ value: each, title: each }))
  const several = SEVERAL.has(mark.type)
  const chosen = value === '' ? [] : several ? value.split(',') : [value]
  const known = choices && chosen.every((each) => choices.some((choice) => choice.value === each))

  // The value is edited as text until the dictionary is loaded, or if the dictionary does not contain the value.
  if (!choices || !known)
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
        multiselect={several}
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
