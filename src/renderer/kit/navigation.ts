import type { FluentIcon } from '@fluentui/react-icons'
import { createContext, useContext } from 'react'

/** One screen that the account may open. */
export interface NavLeaf {
  path: string
  title: string
  icon: FluentIcon
}
export interface NavGroup {
  key: string
  /** Empty for a group of one: its only leaf stands by itself. */
  title: string
  leaves: NavLeaf[]
}

export const NavigationContext = createContext<readonly NavGroup[]>([])

/** The screens of the navigation, as they are granted. */
export const useNavigation = (): readonly NavGroup[] => useContext(NavigationContext)
