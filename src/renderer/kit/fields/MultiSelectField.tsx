import {
  makeStyles,
  Tag,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { FieldValues, RefCallBack } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type Choice, choiceKey, findChoice } from './choices.ts'
import { FieldFrame } from './FieldFrame.tsx'

const useStyles = makeStyles({
  control: { maxHeight: '160px', overflowY: 'auto' },
  group: { flexWrap: 'wrap', maxWidth: '100%' },
  tag: { maxWidth: '100%', overflow: 'hidden' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  list: { maxHeight: '320px' },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
})

type Value = string | number

interface Extras {
  options: readonly Choice[]
  placeholder?: string
}

/** Chooses several of some values: they stand as tags, typing filters the list. */
export function MultiSelectField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { options, placeholder, disabled, ...frame } = props
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, onBlur, ref }) => (
        <MultiSelect
          options={options}
          label={props.label}
          placeholder={placeholder ?? '输入文字查找'}
          disabled={disabled ?? false}
          value={value ?? []}
          onChange={onChange}
          onBlur={onBlur}
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
  const chosen = value.map(
    (each) => options.find((option) => option.value === each) ?? { value: each, title: `${each}` },
  )
  const wanted = typed.trim().toLowerCase()
  const open = options.filter((each) => !each.disabled && !value.includes(each.value))
  const left = open.filter((each) => each.title.toLowerCase().includes(wanted))

  return (
    <TagPicker
      disabled={disabled}
      selectedOptions={chosen.map((each) => choiceKey(each.value))}
      onOptionSelect={(_event, { selectedOptions }) => {
        const all = [...chosen, ...options]
        onChange(selectedOptions.flatMap((key) => findChoice(all, key)?.value ?? []))
        setTyped('')
      }}
    >
      <TagPickerControl className={styles.control} expandIcon={{ 'aria-label': '展开' }}>
        <TagPickerGroup className={styles.group} aria-label={`已选${label}`}>
          {chosen.map((each) => (
            <Tag
              key={choiceKey(each.value)}
              className={styles.tag}
              shape="rounded"
              value={choiceKey(each.value)}
              dismissIcon={{ 'aria-label': '移除' }}
              title={each.title}
              primaryText={{ className: styles.text }}
            >
              {each.title}
            </Tag>
          ))}
        </TagPickerGroup>
        <TagPickerInput
          ref={inputRef}
          placeholder={chosen.length === 0 ? placeholder : ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            setTyped('')
            onBlur()
          }}
        />
      </TagPickerControl>
      <TagPickerList className={styles.list}>
        {left.map((each) => (
          <TagPickerOption key={choiceKey(each.value)} value={choiceKey(each.value)} text={each.title}>
            {each.title}
          </TagPickerOption>
        ))}
        {left.length === 0 && <div className={styles.none}>{open.length === 0 ? '已全部选择' : '没有找到'}</div>}
      </TagPickerList>
    </TagPicker>
  )
}
