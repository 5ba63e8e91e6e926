import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTabs } from './useTabs.ts'

type Params = Readonly<Record<string, string>>

const withParams = (href: string, params: Params): string => {
  const [path = href, query = ''] = href.split('?')
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(params)) all.set(name, value)
  return `${path}?${all}`
}

/**
 * Opens a screen by its path, or shows its open tab with the tab's query. `params` are parameters that the screen reads
 * once from its address (useAddressParam).
 */
export function useOpen(): (path: string, params?: Params) => void {
  const navigate = useNavigate()
  const { tabs } = useTabs()
  return useCallback(
    (path, params) => {
      const href = tabs.find((tab) => tab.key === path)?.href ?? path
      void navigate(params ? withParams(href, params) : href)
    },
    [navigate, tabs],
  )
}
