import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type FieldValues, type RefCallBack, useFormState } from 'react-hook-form'
import { errorAt } from './formErrors.ts'
import type { Bound } from './bound.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, justifyItems: 'start' },
  entry: { width: '100%' },
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: tokens.spacingHorizontalS },
})

interface Extras {
  placeholder?: string
  /** Noun for one entry, as in 添加{itemName}. The label by default. */
  itemName?: string
  /** Maximum number of entries. */
  max?: number
  /** Whether the last entry can be removed too. */
  mayBeEmpty?: boolean
}

/** Several texts with an input each. Enter adds one below, Backspace in an empty one removes it. */
export function TextListField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { itemName = props.label, max = Infinity, placeholder = '', disabled = false, ...rest } = props
  const { mayBeEmpty = false, ...frame } = rest
  const { errors } = useFormState({ control: props.control, name: props.name })
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }) => (
        <TextList
          {...{ itemName, max, placeholder, mayBeEmpty, disabled, onChange, onBlur }}
          value={entriesOf(value, mayBeEmpty)}
          error={(index) => errorAt(errors, `${props.name}.${index}`)}
          listRef={ref}
        />
      )}
    </FieldFrame>
  )
}

/** The entries to render: at least one, unless the list may be empty. */
const entriesOf = (value: unknown, mayBeEmpty: boolean): readonly string[] => {
  const entries: readonly string[] = Array.isArray(value) ? value : []
  return entries.length > 0 || mayBeEmpty ? entries : ['']
}

interface Props extends Required<Extras> {
  disabled: boolean
  value: readonly string[]
  error: (index: number) => string | undefined
  onChange: (value: string[]) => void
  onBlur: () => void
  listRef: RefCallBack
}

function TextList(props: Props) {
  const { itemName, max, placeholder, mayBeEmpty, disabled, value, error, onChange, onBlur, listRef } = props
  const styles = useStyles()
  const root = useRef<HTMLDivElement>(null)
  /** The input that gets the focus after the next render. */
  const focusIndex = useRef<number | null>(null)
  useEffect(() => {
    if (focusIndex.current === null) return
    const input = root.current?.querySelectorAll('input')[focusIndex.current]
    const add = root.current?.querySelector<HTMLElement>(':scope > button')
    const next = input ?? add
    next?.focus()
    focusIndex.current = null
  })

  const add = (after: number): void => {
    if (value.length >= max) return
    focusIndex.current = after + 1
    onChange(value.toSpliced(after + 1, 0, ''))
  }
  const remove = (index: number): void => {
    focusIndex.current = Math.max(0, index - 1)
    onChange(value.length === 1 && !mayBeEmpty ? [''] : value.toSpliced(index, 1))
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') add(index)
    else if (event.key === 'Backspace' && value[index] === '' && value.length > 1) remove(index)
    else return
    event.preventDefault()
  }

  // Entries have no ids, so the index is the key.
  const rows = value.map((text, index) => ({ text, index }))
  return (
    <div
      ref={(element) => {
        root.current = element
        focusRef(listRef)(element)
      }}
      className={styles.root}
      onBlur={onBlur}
    >
      {rows.map(({ text, index }) => (
        <Field key={index} className={styles.entry} validationMessage={error(index)}>
          <span className={styles.row}>
            <Input
              aria-label={`${itemName} ${index + 1}`}
              aria-invalid={error(index) !== undefined}
              value={text}
              placeholder={placeholder}
              disabled={disabled}
              onChange={(_event, data) => onChange(value.with(index, data.value))}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={`移除${itemName} ${index + 1}`}
              disabled={disabled || (value.length === 1 && text === '' && !mayBeEmpty)}
              onClick={() => remove(index)}
            />
          </span>
        </Field>
      ))}
      <Button icon={<AddRegular />} disabled={disabled || value.length >= max} onClick={() => add(value.length - 1)}>
        添加{itemName}
      </Button>
    </div>
  )
}
