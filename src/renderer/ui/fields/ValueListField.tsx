import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type RefCallBack, useFormState } from 'react-hook-form'
import { errorAt } from './formErrors.ts'
import { useLatest } from '../table/useLatest.ts'
import type { Bound } from './bound.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'
import { type ValueActions, ValueRow } from './ValueRow.tsx'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS },
  list: { display: 'grid', gap: '2px', maxHeight: '340px', overflowY: 'auto', padding: '2px' },
  foot: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  count: { color: tokens.colorNeutralForeground3 },
})

interface Extras {
  /** Noun for one value, as in 添加{itemName}. */
  itemName: string
  /** Maximum number of values. */
  max: number
}

/**
 * An ordered list of many short texts: Enter adds one below, Backspace removes an empty one, Alt with up or down (or
 * the handle) moves one, and pasting several lines adds one value per line.
 */
export function ValueListField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { itemName, max, ...frame } = props
  const { errors } = useFormState({ control: props.control, name: props.name })
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }) => (
        <ValueList
          {...{ itemName, max, onChange, onBlur }}
          value={Array.isArray(value) && value.length > 0 ? (value as readonly string[]) : ['']}
          error={(index) => errorAt(errors, `${props.name}.${index}`)}
          listRef={ref}
        />
      )}
    </FieldFrame>
  )
}

interface Props extends Extras {
  value: readonly string[]
  error: (index: number) => string | undefined
  onChange: (value: string[]) => void
  onBlur: () => void
  listRef: RefCallBack
}

function ValueList({ itemName, max, value, error, onChange, onBlur, listRef }: Props) {
  const styles = useStyles()
  const root = useRef<HTMLDivElement>(null)
  /** The value whose input gets the focus after the next render. */
  const focusIndex = useRef<number | null>(null)
  const [dropped, setDropped] = useState(0)
  useEffect(() => {
    if (focusIndex.current === null) return
    root.current?.querySelectorAll('input')[focusIndex.current]?.focus()
    focusIndex.current = null
  })

  const update = (next: string[], focus: number): void => {
    focusIndex.current = focus
    setDropped(Math.max(0, next.length - max))
    onChange(next.slice(0, max))
  }
  const change = useLatest((index: number, text: string) => onChange(value.with(index, text)))
  const remove = useLatest((index: number) =>
    update(value.length === 1 ? [''] : value.toSpliced(index, 1), Math.max(0, index - 1)),
  )
  const move = useLatest((from: number, to: number) => {
    if (to >= 0 && to < value.length && from !== to) update(moveValue(value, from, to), to)
  })
  const paste = useLatest((index: number, event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData('text/plain'))
    if (lines.length < 2) return
    event.preventDefault()
    const last = index + lines.length - (value[index] === '' ? 1 : 0)
    update(insertLines(value, index, lines), Math.min(last, max - 1))
  })
  const key = useLatest((index: number, event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && value.length < max) update(value.toSpliced(index + 1, 0, ''), index + 1)
    else if (event.key === 'Backspace' && value[index] === '' && value.length > 1) remove(index)
    else if (event.altKey && event.key === 'ArrowUp') move(index, index - 1)
    else if (event.altKey && event.key === 'ArrowDown') move(index, index + 1)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  })
  const actions = useMemo<ValueActions>(
    () => ({ change, remove, move, paste, key }),
    [change, remove, move, paste, key],
  )

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
      <div className={styles.list} role="list">
        {rows.map(({ text, index }) => (
          <ValueRow key={index} {...{ text, index, itemName, actions }} error={error(index)} />
        ))}
      </div>
      <div className={styles.foot}>
        <Button
          icon={<AddRegular />}
          disabled={value.length >= max}
          onClick={() => update([...value, ''], value.length)}
        >
          添加{itemName}
        </Button>
        <Text className={styles.count} role="status">
          {dropped > 0 ? `最多 ${max} 个，粘贴的最后 ${dropped} 个未添加` : `共 ${value.length} 个`}
        </Text>
      </div>
    </div>
  )
}

/** The texts of a pasted list, one per line or cell, without empty ones. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The list with the value at `from` moved to `to`. */
function moveValue(list: readonly string[], from: number, to: number): string[] {
  const [value = ''] = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, value)
}

/** Inserts lines into the list: in place of an empty value at the index, or after any other value. */
const insertLines = (list: readonly string[], index: number, lines: readonly string[]): string[] =>
  list[index] === '' ? list.toSpliced(index, 1, ...lines) : list.toSpliced(index + 1, 0, ...lines)
