import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTabs } from './useTabs.ts'

type Ask = Readonly<Record<string, string>>

const asking = (href: string, ask: Ask): string => {
  const [path = href, query = ''] = href.split('?')
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(ask)) all.set(name, value)
  return `${path}?${all}`
}

/**
 * Opens a screen by its path; one that is open already comes to the front as it was left, with its query. `ask` are
 * parameters that the screen takes from its address once (useAddressParam).
 */
export function useOpen(): (path: string, ask?: Ask) => void {
  const navigate = useNavigate()
  const { tabs } = useTabs()
  return useCallback(
    (path, ask) => {
      const href = tabs.find((tab) => tab.key === path)?.href ?? path
      void navigate(ask ? asking(href, ask) : href)
    },
    [navigate, tabs],
  )
}
