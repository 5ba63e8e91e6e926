import { createContext, useContext } from 'react'

/** The page tab around a component. Outside of the tabs: an unnamed page that is always visible. */
export interface PageTab {
  /** The tab's address without its query. */
  key: string
  /** Is it the tab in front? Asked at any time, also while it is being hidden. */
  isActive(): boolean
}

export const PageContext = createContext<PageTab>({ key: '', isActive: () => true })
export const usePage = (): PageTab => useContext(PageContext)
