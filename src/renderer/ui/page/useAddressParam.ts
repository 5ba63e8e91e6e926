import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Runs once for a parameter of the page's address (`?entry=5`) and removes the parameter, so that a reload does not run
 * it again.
 */
export function useAddressParam(name: string, run: (value: string) => void): void {
  const [query, setQuery] = useSearchParams()
  const value = query.get(name) ?? ''
  const begin = useEffectEvent((param: string) => {
    const rest = new URLSearchParams(query)
    rest.delete(name)
    setQuery(rest, { replace: true })
    run(param)
  })
  useEffect(() => {
    if (value !== '') begin(value)
  }, [value])
}

/** Parameter with which the search runs the command of a screen. */
export const BEGIN_PARAM = 'begin'

/** Parameter with which the search shows a setting of a page. */
export const SETTING_PARAM = 'setting'

/** Runs the command of a screen's screen.ts when the search requests it; usually opens the form of a new record. */
export function useAutoOpenFromUrl(run: () => void): void {
  useAddressParam(BEGIN_PARAM, run)
}
