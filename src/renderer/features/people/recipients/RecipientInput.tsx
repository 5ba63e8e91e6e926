import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { RECIPIENT_RULES, type RecipientKind } from '#shared/domain/recipients.ts'
import { RecipientChips } from './RecipientChips.tsx'
import { RecipientNotes } from './RecipientNotes.tsx'
import { type Recipients, useRecipients } from './useRecipients.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  box: {
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    boxSizing: 'border-box',
    minHeight: '32px',
    maxHeight: '148px',
    overflowY: 'auto',
    padding: '3px 6px',
    cursor: 'text',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-within': {
      border: `1px solid ${tokens.colorCompoundBrandStroke}`,
      boxShadow: `inset 0 -1px 0 0 ${tokens.colorCompoundBrandStroke}`,
    },
  },
  invalid: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  disabled: { cursor: 'not-allowed', backgroundColor: tokens.colorTransparentBackground },
  input: {
    flex: '1 1 160px',
    minWidth: '120px',
    height: '24px',
    border: 'none',
    outlineStyle: 'none',
    padding: 0,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    '::placeholder': { color: tokens.colorNeutralForeground4 },
  },
})

export interface RecipientInputProps {
  kind: RecipientKind
  value: readonly string[]
  /** Also gets invalid entries, which a form's rule names (contract/recipients.ts). */
  onChange: (value: string[]) => void
  label: string
  placeholder?: string
  disabled?: boolean
  /** Whether the form's rule is violated. */
  invalid?: boolean
  onBlur?: () => void
  /** Gets an object with `focus`. */
  inputRef?: Ref<{ focus: () => void }>
}

/**
 * A recipient input as in mail programs (B·§5): text becomes a chip at a vertical bar, on Enter and on blur; lists can
 * be pasted. Invalid entries stay, marked, until they are corrected.
 */
export function RecipientInput(props: RecipientInputProps) {
  const { kind, value, label, placeholder = '', disabled = false, invalid = false } = props
  const styles = useStyles()
  const keysId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const composing = useRef(false)
  const recipients = useRecipients(props)
  const { isValid } = RECIPIENT_RULES[kind]
  const { focusAt, onKeyDown } = useChipKeys(box, input, recipients)
  useEffect(() => {
    // Scrolls to the input after each added recipient.
    if (box.current && document.activeElement === input.current) box.current.scrollTop = box.current.scrollHeight
  }, [value.length])
  useImperativeHandle(props.inputRef, () => ({ focus: () => input.current?.focus() }), [])

  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const before = recipients.typed.slice(0, selectionStart ?? undefined)
    const after = recipients.typed.slice(selectionEnd ?? undefined)
    if (recipients.paste(event.clipboardData.getData('text/plain'), { before, after })) event.preventDefault()
  }
  const onBlur = useLeaving(() => {
    recipients.commit()
    props.onBlur?.()
  })
  const remove = (index: number): void => {
    recipients.remove(index)
    focusAt(Math.min(index, value.length - 2))
  }
  const edit = (index: number): void => {
    recipients.edit(index)
    focusAt(-1)
  }

  return (
    <div className={styles.root}>
      <div
        ref={box}
        role="presentation"
        className={mergeClasses(styles.box, invalid && styles.invalid, disabled && styles.disabled)}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          // A click beside the chips focuses the input, as if it filled the box.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          input.current?.focus()
        }}
      >
        <RecipientChips {...{ label, value, fits: isValid, disabled }} onRemove={remove} onEdit={edit} />
        <input
          ref={input}
          className={styles.input}
          aria-label={label}
          aria-invalid={invalid}
          aria-describedby={keysId}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder={value.length === 0 ? placeholder : ''}
          value={recipients.typed}
          onChange={(event) => {
            // During composition the text is only shown: a separator in it may still change.
            if (composing.current) recipients.show(event.target.value)
            else recipients.type(event.target.value)
          }}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={(event) => {
            composing.current = false
            recipients.type(event.currentTarget.value)
          }}
          onPaste={onPaste}
          onBlur={onBlur}
        />
      </div>
      <span id={keysId} hidden>
        按左方向键或退格键选中已输入的一项，再按 Delete 移除，按 F2 修改。
      </span>
      <RecipientNotes kind={kind} value={value} recipients={recipients} disabled={disabled} problemShown={invalid} />
    </div>
  )
}

/**
 * Runs `onLeave` when an input loses the focus: at once, or, after a mouse press elsewhere, when the mouse is released.
 * `onLeave` may move the page, and a button that moves away from under the mouse would lose its click.
 * @returns the input's blur handler
 */
function useLeaving(onLeave: () => void): () => void {
  const isPressed = useRef(false)
  const isPending = useRef(false)
  const runOnLeave = useEffectEvent(onLeave)
  useEffect(() => {
    const stop = new AbortController()
    const listen = { capture: true, signal: stop.signal }
    window.addEventListener('mousedown', () => void (isPressed.current = true), listen)
    window.addEventListener(
      'mouseup',
      () => {
        isPressed.current = false
        if (isPending.current) runOnLeave()
        isPending.current = false
      },
      listen,
    )
    return () => stop.abort()
  }, [])
  return () => {
    if (isPressed.current) isPending.current = true
    else onLeave()
  }
}

/** Enter commits the typed text; arrow keys move between the input and the entries. */
function useChipKeys(
  box: { readonly current: HTMLElement | null },
  input: { readonly current: HTMLInputElement | null },
  recipients: Recipients,
) {
  /** Entry that gets the focus after the next render; -1 for the input. */
  const focusIndex = useRef<number | null>(null)
  useEffect(() => {
    if (focusIndex.current === null) return
    const chip = focusIndex.current < 0 ? undefined : chipsIn(box.current)[focusIndex.current]
    focusIndex.current = null
    ;(chip ?? input.current)?.focus()
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const chips = chipsIn(box.current)
    if (event.target !== input.current) {
      const next = nextChip(event.key, chips.indexOf(event.target as HTMLElement), chips.length)
      if (next === undefined) return
      event.preventDefault()
      ;(chips[next] ?? input.current)?.focus()
      return
    }
    const atStart = input.current.selectionStart === 0 && input.current.selectionEnd === 0
    if (event.key === 'Enter' && recipients.commit()) event.preventDefault()
    else if (atStart && (event.key === 'ArrowLeft' || event.key === 'Backspace') && chips.length > 0) {
      event.preventDefault()
      chips.at(-1)?.focus()
    }
  }
  return {
    focusAt: (index: number): void => {
      focusIndex.current = index
    },
    onKeyDown,
  }
}

const chipsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[data-chip]') ?? []),
]

/** Index that a key moves to from an entry; the number of entries means the input. */
function nextChip(key: string, at: number, count: number): number | undefined {
  if (at < 0) return undefined
  const targets: Record<string, number> = { ArrowLeft: Math.max(0, at - 1), ArrowRight: at + 1, Home: 0, End: count }
  return targets[key]
}
