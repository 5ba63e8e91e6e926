import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { showError } from '#renderer/data/errors.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import {
  closedBy,
  type Closing,
  neighbour,
  PINNED,
  reloaded,
  startTabs,
  type Tab,
  visit,
  withoutTabs,
} from './model.ts'
import { closeTorn, forgetPage, givePage, pageArrived } from './moving.ts'
import { ownWindow } from './ownWindow.ts'
import { loadTabs, saveTabs } from './storage.ts'

interface Tabs {
  tabs: readonly Tab[]
  /** Key of the active tab. */
  active: string
  /** Asks for confirmation when unsaved work would be lost. */
  close(key: string, how: Closing): Promise<void>
  reload(key: string): Promise<void>
}

/**
 * The open pages of one account. The address decides which tab is active.
 * @param allowed whether the account may still open an address; checked for restored tabs
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

  useEffect(() => {
    saveTabs(identity, visited)
  }, [identity, visited])
  // A tab that is open here already is reloaded with the received state.
  useEffect(() => pageArrived.on((key) => setTabs((now) => reloaded(now, key))), [])

  const siteId = useCurrentSite()
  /** Closes tabs without confirmation. Returns whether a detached window has no tabs left. */
  const remove = useCallback(
    async (closed: readonly string[]): Promise<boolean> => {
      for (const each of closed) {
        unsavedWork.forget(each)
        forgetPage(each)
      }
      setLeaving(closed)
      if (closed.includes(active)) await navigate(neighbour(visited, active, closed).href)
      return ownWindow.get().torn && withoutTabs(visited, closed).every(({ key }) => key === PINNED)
    },
    [visited, active, navigate],
  )
  const drop = async (key: string): Promise<boolean> => {
    const isEmpty = await remove([key])
    // The effects of the page end in the next task.
    await new Promise((resolve) => setTimeout(resolve))
    return isEmpty
  }
  useHostEvent('pageWindow.asked', ({ ticket }) => void givePage(ticket, siteId, visited, drop).catch(showError))

  return useMemo(() => {
    const mayLoseOf = (keys: readonly string[]): Promise<boolean> =>
      mayLose(keys.flatMap((key) => unsavedWork.titlesOf(key)))
    return {
      tabs: visited,
      active,
      async close(key, how) {
        const closed = closedBy(visited, key, how)
        if (closed.length === 0 || !(await mayLoseOf(closed))) return
        if (await remove(closed)) await closeTorn()
      },
      async reload(key) {
        if (!(await mayLoseOf([key]))) return
        unsavedWork.forget(key)
        setTabs((now) => reloaded(now, key))
      },
    }
  }, [visited, active, remove, mayLose])
}

export const TabsContext = createContext<Tabs | null>(null)

/** The page tabs, inside the shell. */
export function useTabs(): Tabs {
  const tabs = useContext(TabsContext)
  if (!tabs) throw new Error('useTabs is used outside of the shell')
  return tabs
}
