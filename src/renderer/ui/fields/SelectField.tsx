import { Dropdown, makeStyles, Option } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type Choice, choiceKey, findChoice } from './choices.ts'
import { FieldFrame } from './FieldFrame.tsx'

const useStyles = makeStyles({
  root: { minWidth: 0, width: '100%' },
  chosen: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'start' },
  list: { maxHeight: '320px' },
  option: { overflowWrap: 'anywhere' },
})

interface Extras {
  options: readonly Choice[]
  placeholder?: string
  /** Lets the user clear the choice; the value then becomes this one. */
  clearTo?: string | number | null
  /** Whether the form's value is a list that contains the choice. */
  inList?: boolean
}

const INDENT_PX = 16
const only = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value)

const indent = (level: number) => ({ paddingInlineStart: 8 + (level - 1) * INDENT_PX })

/** One of some values in a dropdown; values of a tree are indented. */
export function SelectField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { options, placeholder = '请选择', clearTo, disabled, inList = false, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, onBlur, ref }) => {
        const chosen = options.find((option) => option.value === (inList ? only(value) : value))
        return (
          <Dropdown
            ref={ref}
            className={styles.root}
            {...(chosen ? { button: { children: <span className={styles.chosen}>{chosen.title}</span> } } : {})}
            title={chosen?.title}
            listbox={{ className: styles.list }}
            placeholder={placeholder}
            disabled={disabled ?? false}
            clearable={clearTo !== undefined}
            clearButton={{ 'aria-label': '清空' }}
            value={chosen?.title ?? ''}
            selectedOptions={chosen ? [choiceKey(chosen.value)] : []}
            onBlur={onBlur}
            onOptionSelect={(_event, { optionValue }) => {
              const picked = findChoice(options, optionValue)
              if (picked) onChange(inList ? [picked.value] : picked.value)
              else if (clearTo !== undefined) onChange(clearTo)
            }}
          >
            {options.map((option) => (
              <Option
                key={choiceKey(option.value)}
                className={styles.option}
                value={choiceKey(option.value)}
                text={option.title}
                disabled={option.disabled ?? false}
                {...((option.level ?? 1) > 1 && { style: indent(option.level ?? 1) })}
              >
                {option.title}
              </Option>
            ))}
          </Dropdown>
        )
      }}
    </FieldFrame>
  )
}
