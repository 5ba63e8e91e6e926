import { useSearchParams } from 'react-router-dom'
import type { TabDefinition } from './Tabs.tsx'

/** The selected tab of a screen, kept in its address as `tab`; the first one by default. */
export function useTabChoice<Id extends string>(
  tabs: readonly [TabDefinition<Id>, ...TabDefinition<Id>[]],
): [Id, (id: Id) => void] {
  const [query, setQuery] = useSearchParams()
  const { id } = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  const choose = (tab: Id): void =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.set('tab', tab)
      return next
    })
  return [id, choose]
}
