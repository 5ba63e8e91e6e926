import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Runs once for a parameter that the page's address carries (`?entry=5`); the address says no more of it then, so that
 * loading the window again does nothing.
 */
export function useAddressParam(name: string, run: (value: string) => void): void {
  const [query, setQuery] = useSearchParams()
  const value = query.get(name) ?? ''
  const begin = useEffectEvent((asked: string) => {
    const rest = new URLSearchParams(query)
    rest.delete(name)
    setQuery(rest, { replace: true })
    run(asked)
  })
  useEffect(() => {
    if (value !== '') begin(value)
  }, [value])
}

/** The parameter by which the search asks a screen for its command. */
export const BEGIN_PARAM = 'begin'

/** The parameter by which the search asks a page to show one of its settings. */
export const SETTING_PARAM = 'setting'

/** What a screen does when the search asks for the command of its screen.ts: usually opens the form for something new. */
export function useAskedToBegin(run: () => void): void {
  useAddressParam(BEGIN_PARAM, run)
}
