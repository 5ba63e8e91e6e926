import { Dropdown, Field, Input, makeStyles, Option } from '@fluentui/react-components'
import type { Classify } from '#shared/contract/classify.ts'
import { type DictionaryMark, MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { useRead } from '#renderer/data/useRead.ts'

const useStyles = makeStyles({ input: { minWidth: 0, width: '100%' }, list: { maxHeight: '320px' } })

/** Types 2 and 4 take several values, sent joined by commas (B·§3). */
const SEVERAL: ReadonlySet<number> = new Set([2, 4])

interface Choice {
  value: string
  title: string
}

/** Every entry with the way to it; a multi-level choice is the ids of that way (contradictions.md 85). */
const ways = (tree: readonly Classify[], above: Choice | null = null): Choice[] =>
  tree.flatMap(({ id, title, child }) => {
    const own = above
      ? { value: `${above.value},${id}`, title: `${above.title} / ${title}` }
      : { value: `${id}`, title }
    return [own, ...ways(child, own)]
  })

interface Props {
  mark: DictionaryMark
  value: string
  onChange: (value: string) => void
}

/** The default value of a field with a dictionary: one or several of its values. */
export function DictionaryDefault({ mark, value, onChange }: Props) {
  const styles = useStyles()
  const deep = mark.type === MULTI_LEVEL
  const flat = useRead('dictionary.findById', { id: mark.id }, { enabled: !deep, quiet: true })
  const tree = useRead('classify.getTree', { id: mark.id }, { enabled: deep, quiet: true })
  const choices = deep
    ? tree.data && ways(tree.data)
    : flat.data?.value.map((each): Choice => ({ value: each, title: each }))
  const several = SEVERAL.has(mark.type)
  const chosen = value === '' ? [] : several ? value.split(',') : [value]
  const known = choices && chosen.every((each) => choices.some((choice) => choice.value === each))

  // While the dictionary isn't there, and for a value that it no longer has, the text itself can be edited.
  if (!choices || !known)
    return (
      <Field label="默认值" {...(choices ? { validationState: 'warning', validationMessage: '字典中没有这个值' } : {})}>
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
        placeholder="没有默认值"
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
