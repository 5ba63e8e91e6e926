import { createContext, useContext } from 'react'
import { createTabState, type TabState } from './tabState.ts'

/** The page tab around a component. Outside of the tabs: an unnamed page that is always visible. */
interface PageTab {
  /** The tab's address without its query. */
  key: string
  /** Whether the tab is active; callable at any time, also while the tab is being hidden. */
  isActive(): boolean
  state: TabState
  /** Moves the tab with its state into a window of its own, or back; null where that is not possible. */
  move: { title: string; run: () => void } | null
}

export const PageContext = createContext<PageTab>({
  key: '',
  isActive: () => true,
  state: createTabState(),
  move: null,
})
export const usePage = (): PageTab => useContext(PageContext)
