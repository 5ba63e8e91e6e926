import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Recipients } from './useRecipients.ts'

/** Enter takes what is typed; arrows lead from the input to the entries and back. */
export function useChipKeys(
  box: { readonly current: HTMLElement | null },
  input: { readonly current: HTMLInputElement | null },
  recipients: Recipients,
) {
  /** Entry that gets the focus at the next drawing; -1: the input. */
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const chip = wanted.current < 0 ? undefined : chipsIn(box.current)[wanted.current]
    wanted.current = null
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
      wanted.current = index
    },
    onKeyDown,
  }
}

const chipsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[data-chip]') ?? []),
]

/** Where a key leads from an entry; the count of entries stands for the input. */
function nextChip(key: string, at: number, count: number): number | undefined {
  if (at < 0) return undefined
  const places: Record<string, number> = { ArrowLeft: Math.max(0, at - 1), ArrowRight: at + 1, Home: 0, End: count }
  return places[key]
}
