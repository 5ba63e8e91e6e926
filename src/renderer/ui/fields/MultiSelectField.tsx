import { Combobox, makeStyles, Option, Tag, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { FieldValues, RefCallBack } from 'react-hook-form'
import { useNameMatch } from '../search/nameMatch.ts'
import type { Bound } from './bound.ts'
import { type Choice, choiceKey, findChoice } from './choices.ts'
import { FieldFrame } from './FieldFrame.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  tags: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    maxHeight: '140px',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  item: { maxWidth: '100%' },
  tag: { maxWidth: '100%' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  list: { maxHeight: '320px' },
  option: { overflowWrap: 'anywhere' },
  texts: { display: 'grid', minWidth: 0 },
  note: { color: tokens.colorNeutralForeground3 },
})

type Value = string | number

interface Extras {
  options: readonly Choice[]
  placeholder?: string
}

/** Several values, shown as tags above the input; searched by a part of the name, its pinyin initials or its note. */
export function MultiSelectField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { options, placeholder = '请选择，可输入文字查找', disabled = false, ...frame } = props
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, onBlur, ref }) => (
        <MultiSelect
          {...{ options, placeholder, disabled, onChange, onBlur }}
          label={props.label}
          value={value ?? []}
          inputRef={ref}
        />
      )}
    </FieldFrame>
  )
}

interface Props extends Required<Extras> {
  label: string
  disabled: boolean
  value: readonly Value[]
  onChange: (value: Value[]) => void
  onBlur: () => void
  inputRef: RefCallBack
}

function MultiSelect({ options, label, placeholder, disabled, value, onChange, onBlur, inputRef }: Props) {
  const styles = useStyles()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const chosen = value.map(
    (each) => options.find((option) => option.value === each) ?? { value: each, title: String(each) },
  )
  const match = useNameMatch(open)
  const found = options.filter(({ title, note = '' }) => match(title, typed) || match(note, typed))

  return (
    <div className={styles.root}>
      {chosen.length > 0 && (
        <ul className={styles.tags} aria-label={`已选${label}`}>
          {chosen.map((each) => (
            <li key={choiceKey(each.value)} className={styles.item}>
              <Tag
                className={styles.tag}
                size="small"
                dismissible={!disabled}
                disabled={disabled}
                title={each.title}
                aria-label={`移除 ${each.title}`}
                primaryText={{ className: styles.text }}
                onClick={() => onChange(value.filter((other) => other !== each.value))}
              >
                {each.title}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        ref={inputRef}
        multiselect
        listbox={{ className: styles.list }}
        expandIcon={{ 'aria-label': '展开' }}
        disabled={disabled}
        placeholder={placeholder}
        value={typed}
        selectedOptions={chosen.map((each) => choiceKey(each.value))}
        open={open}
        onOpenChange={(_event, data) => setOpen(data.open)}
        onChange={(event) => {
          setTyped(event.target.value)
          // Typing with an input method sends no keys that would open the list.
          setOpen(true)
        }}
        onOptionSelect={(_event, { selectedOptions }) => {
          const all = [...chosen, ...options]
          onChange(selectedOptions.flatMap((key) => findChoice(all, key)?.value ?? []))
          setTyped('')
        }}
        onBlur={() => {
          setTyped('')
          setOpen(false)
          onBlur()
        }}
      >
        {found.map((each) => (
          <Option
            key={choiceKey(each.value)}
            className={styles.option}
            value={choiceKey(each.value)}
            text={each.title}
            aria-label={each.title}
            disabled={each.disabled ?? false}
          >
            {each.note ? (
              <span className={styles.texts}>
                <span>{each.title}</span>
                <Text size={200} className={styles.note}>
                  {each.note}
                </Text>
              </span>
            ) : (
              each.title
            )}
          </Option>
        ))}
        {found.length === 0 && (
          <Option key="none" value="" text="" disabled>
            没有找到
          </Option>
        )}
      </Combobox>
    </div>
  )
}
