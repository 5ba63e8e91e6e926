import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { closedBy, type Closing, neighbour, reloaded, startTabs, type Tab, visit, withoutTabs } from './model.ts'
import { loadTabs, saveTabs } from './storage.ts'

export interface Tabs {
  tabs: readonly Tab[]
  /** Key of the tab in front. */
  active: string
  /** Asks first when unsaved work would be lost. */
  close(key: string, how: Closing): Promise<void>
  reload(key: string): Promise<void>
}

/**
 * The open pages of one account. The address decides which is in front.
 * @param allowed may the account still open this address? (asked for tabs that an earlier load of the window left)
 */
export function useTabsState(href: string, identity: string, allowed: (href: string) => boolean): Tabs {
  const navigate = useNavigate()
  const mayLose = useMayLose('继续')
  const [tabs, setTabs] = useState(() => startTabs(loadTabs(identity).filter(allowed)))
  const active = href.split('?')[0] ?? href
  // A tab is removed only after the address has left it; removed earlier, visit() would open it again.
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const left = leaving.length > 0 && !leaving.includes(active)
  const visited = visit(left ? withoutTabs(tabs, leaving) : tabs, href)
  if (visited !== tabs) setTabs(visited)
  if (left) setLeaving([])

  useEffect(() => saveTabs(identity, visited), [identity, visited])

  return useMemo(() => {
    const mayLoseOf = (keys: readonly string[]): Promise<boolean> =>
      mayLose(keys.flatMap((key) => unsavedWork.titlesOf(key)))
    return {
      tabs: visited,
      active,
      async close(key, how) {
        const closed = closedBy(visited, key, how)
        if (closed.length === 0 || !(await mayLoseOf(closed))) return
        for (const each of closed) unsavedWork.forget(each)
        setLeaving(closed)
        if (closed.includes(active)) await navigate(neighbour(visited, active, closed).href)
      },
      async reload(key) {
        if (!(await mayLoseOf([key]))) return
        unsavedWork.forget(key)
        setTabs((now) => reloaded(now, key))
      },
    }
  }, [visited, active, navigate, mayLose])
}

export const TabsContext = createContext<Tabs | null>(null)

/** The page tabs, inside the shell. */
export function useTabs(): Tabs {
  const tabs = useContext(TabsContext)
  if (!tabs) throw new Error('useTabs stands outside of the shell')
  return tabs
}
