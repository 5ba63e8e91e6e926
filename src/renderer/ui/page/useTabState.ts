import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { usePage } from './page.ts'
import { OPENED } from './tabState.ts'

/** Keeps what `read` tells with the page's tab. */
export function useTabValue(key: string | undefined, read: () => unknown): void {
  const page = usePage()
  const latest = useEffectEvent(read)
  useEffect(() => {
    if (key === undefined) return undefined
    const stop = page.state.keep(key, () => latest())
    return () => {
      // Effects also end when the page is hidden; its forms are there all the same.
      if (page.isActive()) stop()
    }
  }, [page, key])
}

/**
 * What a page has open over itself (which row is edited; `null` for nothing) goes along when its tab is moved to another
 * window, so that the dialog stands open there, too. A value with functions or files in it stays.
 * @param key unique within the page
 */
export function useTabOpen<T>(key: string, value: T | null, open: (value: T) => void): void {
  const { state } = usePage()
  const name = OPENED + key
  const take = useEffectEvent(() => {
    const brought = state.brought(name) as T | undefined
    state.used(name)
    if (brought !== undefined) open(brought)
  })
  useEffect(() => {
    take()
  }, [])
  const kept = value !== null && isPlain(value) ? value : undefined
  useTabValue(name, () => kept)
  // Whoever draws by it hears that it changed.
  useEffect(() => {
    state.changed()
  }, [state, kept])
}

/** Does JSON hold all of it? */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || Array.isArray(value)) && Object.values(value).every(isPlain)
}

/** Does the page have a dialog open that goes along into another window? */
export function useHasOpened(): boolean {
  const { state } = usePage()
  return useSyncExternalStore(state.onChange, state.hasOpened)
}

/**
 * What was typed into a form goes along when the page's tab is moved to another window.
 * @param key unique within the page; undefined: it does not
 */
export function useTabForm<In extends FieldValues, Out>(
  key: string | undefined,
  form: UseFormReturn<In, unknown, Out>,
): void {
  const { state } = usePage()
  useLayoutEffect(() => {
    if (key === undefined) return
    const typed = state.brought(key) as In | undefined
    if (typed === undefined) return
    state.used(key)
    form.reset(typed, { keepDefaultValues: true })
  }, [key, state, form])
  const { isDirty } = form.formState
  useTabValue(key, () => (isDirty ? form.getValues() : undefined))
}
