import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { usePage } from './page.ts'
import { OPEN_PREFIX } from './tabState.ts'

/** Registers a value that moves with the page's tab into another window. */
export function useTabValue(key: string | undefined, read: () => unknown): void {
  const page = usePage()
  const latest = useEffectEvent(read)
  useEffect(() => {
    if (key === undefined) return undefined
    const stop = page.state.register(key, () => latest())
    return () => {
      // Effects also end when the page is hidden, while its forms still exist.
      if (page.isActive()) stop()
    }
  }, [page, key])
}

/**
 * Reopens a page's dialog when the page's tab moves to another window. `value` says what is open, such as the edited row;
 * null for nothing. A value with functions or files does not move.
 * @param key unique within the page
 */
export function useTabOpen<T>(key: string, value: T | null, open: (value: T) => void): void {
  const { state } = usePage()
  const name = OPEN_PREFIX + key
  const restore = useEffectEvent(() => {
    const restored = state.getRestored(name) as T | undefined
    state.discardRestored(name)
    if (restored !== undefined) open(restored)
  })
  useEffect(() => {
    restore()
  }, [])
  const plainValue = value !== null && isPlain(value) ? value : undefined
  useTabValue(name, () => plainValue)
  // Notifies components that render by this state.
  useEffect(() => {
    state.notifyChange()
  }, [state, plainValue])
}

/** Whether JSON can represent the whole value. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || Array.isArray(value)) && Object.values(value).every(isPlain)
}

/** Whether the page has a dialog open that would move into another window. */
export function useHasOpenDialog(): boolean {
  const { state } = usePage()
  return useSyncExternalStore(state.onChange, state.hasOpenDialog)
}

/**
 * Moves the typed values of a form when the page's tab moves to another window.
 * @param key unique within the page; undefined to move nothing
 */
export function useTabForm<In extends FieldValues, Out>(
  key: string | undefined,
  form: UseFormReturn<In, unknown, Out>,
): void {
  const { state } = usePage()
  useLayoutEffect(() => {
    if (key === undefined) return
    const typed = state.getRestored(key) as In | undefined
    if (typed === undefined) return
    state.discardRestored(key)
    form.reset(typed, { keepDefaultValues: true })
  }, [key, state, form])
  const { isDirty } = form.formState
  useTabValue(key, () => (isDirty ? form.getValues() : undefined))
}
