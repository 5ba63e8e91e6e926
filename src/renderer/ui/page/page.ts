import { createContext, useContext } from 'react'

/** The page tab that a component stands in. Outside of the tabs: an unnamed page that is always shown. */
export interface PageTab {
  /** The tab's address without its query. */
  key: string
  /** Is it the tab in front? Asked at any time, also while it is being hidden. */
  isActive(): boolean
}

export const PageContext = createContext<PageTab>({ key: '', isActive: () => true })
export const usePage = (): PageTab => useContext(PageContext)
