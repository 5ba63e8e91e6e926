import { Input, makeStyles } from '@fluentui/react-components'
import { type KeyboardEvent, useState } from 'react'
import type { FieldValues, RefCallBack } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { numberOf, numberText } from './numberText.ts'

interface Extras {
  min?: number
  max?: number
  /** Step of the arrow keys; 1 by default. */
  step?: number
  placeholder?: string
  /** The value of an empty input: null by default, which a required rule refuses. */
  empty?: number | null | undefined
  /** Shown after the number. */
  unit?: string
}

/**
 * A number input. Only characters of numbers can be typed (full-width ones too); ↑ and ↓ step. The range is checked by
 * the schema.
 */
export function NumberField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { control, name, label, required, hint, ...rest } = props
  return (
    <FieldFrame {...{ control, name, label, required, hint }}>
      {({ value, onChange, onBlur, ref }) => (
        <NumberInput {...rest} value={value} onChange={onChange} onBlur={onBlur} inputRef={ref} />
      )}
    </FieldFrame>
  )
}

const useStyles = makeStyles({
  // In a narrow container the input shrinks and the unit stays on one line.
  input: { width: '100%' },
  unit: { whiteSpace: 'nowrap' },
})

interface Props extends Extras {
  value: unknown
  disabled?: boolean
  onChange: (value: number | null | undefined) => void
  onBlur: () => void
  inputRef: RefCallBack
}

function NumberInput(props: Props) {
  const { value, onChange, onBlur, inputRef, min = -Infinity, max = Infinity, step = 1, disabled, unit } = props
  const styles = useStyles()
  const empty = 'empty' in props ? props.empty : null
  const current = typeof value === 'number' ? value : null
  const [typed, setTyped] = useState<{ text: string; of: number | null }>({ text: numberText(current), of: current })
  // The typed text stays as it is (`1.`, `-`) until the form sets another number.
  const text = (typed.of ?? empty ?? null) === (current ?? empty ?? null) ? typed.text : numberText(current)

  const change = (next: string): void => {
    const of = numberOf(next)
    setTyped({ text: next, of })
    onChange(of ?? empty)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    change(numberText(Math.min(max, Math.max(min, (current ?? 0) + by))))
  }
  return (
    <Input
      ref={inputRef}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      aria-valuenow={current ?? undefined}
      aria-valuemin={Number.isFinite(min) ? min : undefined}
      aria-valuemax={Number.isFinite(max) ? max : undefined}
      value={text}
      placeholder={props.placeholder}
      disabled={disabled ?? false}
      input={{ className: styles.input }}
      contentAfter={unit && <span className={styles.unit}>{unit}</span>}
      onChange={(_event, data) => change(data.value.normalize('NFKC').replace(/[^\d.-]/g, ''))}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!disabled) setTyped({ text: numberText(current), of: current })
        onBlur()
      }}
    />
  )
}
