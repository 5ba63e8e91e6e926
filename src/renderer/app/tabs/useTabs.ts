import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { showError } from '#renderer/data/errors.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import {
  keysToClose,
  type CloseScope,
  nextActiveTab,
  PINNED,
  reloadTab,
  initialTabs,
  type Tab,
  visitTab,
  removeTabs,
} from './model.ts'
import { closeDetachedWindow, forgetPage, handOverTab, pageReceived } from './moveTabs.ts'
import { ownWindow } from './ownWindow.ts'
import { loadTabs, saveTabs } from './storage.ts'

interface Tabs {
  tabs: readonly Tab[]
  /** Key of the active tab. */
  active: string
  /** Asks for confirmation when unsaved work would be lost. */
  close(key: string, how: CloseScope): Promise<void>
  reload(key: string): Promise<void>
}

/**
 * The open pages of one account. The address decides which tab is active.
 * @param isAllowed whether the account may still open an address; checked for restored tabs
 */
export function useTabsState(href: string, identity: string, isAllowed: (href: string) => boolean): Tabs {
  const navigate = useNavigate()
  const confirmDiscard = useConfirmDiscard('继续')
  const [tabs, setTabs] = useState(() => initialTabs(loadTabs(identity).filter(isAllowed)))
  const active = href.split('?')[0] ?? href
  // A tab is removed only after the address has left it; removed earlier, visit() would open it again.
  const [closingKeys, setClosingKeys] = useState<readonly string[]>([])
  const hasLeft = closingKeys.length > 0 && !closingKeys.includes(active)
  const visited = visitTab(hasLeft ? removeTabs(tabs, closingKeys) : tabs, href)
  if (visited !== tabs) setTabs(visited)
  if (hasLeft) setClosingKeys([])

  useEffect(() => {
    saveTabs(identity, visited)
  }, [identity, visited])
  // A tab that is open here already is reloaded with the received state.
  useEffect(() => pageReceived.on((key) => setTabs((now) => reloadTab(now, key))), [])

  const siteId = useCurrentSite()
  /** Closes tabs without confirmation. Returns whether a detached window has no tabs left. */
  const remove = useCallback(
    async (closed: readonly string[]): Promise<boolean> => {
      for (const each of closed) {
        unsavedWork.forget(each)
        forgetPage(each)
      }
      setClosingKeys(closed)
      if (closed.includes(active)) await navigate(nextActiveTab(visited, active, closed).href)
      return ownWindow.get().isDetached && removeTabs(visited, closed).every(({ key }) => key === PINNED)
    },
    [visited, active, navigate],
  )
  const closeMovedTab = async (key: string): Promise<boolean> => {
    const isEmpty = await remove([key])
    // The effects of the page end in the next task.
    await new Promise((resolve) => setTimeout(resolve))
    return isEmpty
  }
  useHostEvent(
    'pageWindow.asked',
    ({ ticket }) => void handOverTab(ticket, siteId, visited, closeMovedTab).catch(showError),
  )

  return useMemo(() => {
    const mayLoseOf = (keys: readonly string[]): Promise<boolean> =>
      confirmDiscard(keys.flatMap((key) => unsavedWork.titlesOf(key)))
    return {
      tabs: visited,
      active,
      async close(key, how) {
        const closed = keysToClose(visited, key, how)
        if (closed.length === 0 || !(await mayLoseOf(closed))) return
        if (await remove(closed)) await closeDetachedWindow()
      },
      async reload(key) {
        if (!(await mayLoseOf([key]))) return
        unsavedWork.forget(key)
        setTabs((now) => reloadTab(now, key))
      },
    }
  }, [visited, active, remove, confirmDiscard])
}

export const TabsContext = createContext<Tabs | null>(null)

/** The page tabs, inside the shell. */
export function useTabs(): Tabs {
  const tabs = useContext(TabsContext)
  if (!tabs) throw new Error('useTabs is used outside of the shell')
  return tabs
}
