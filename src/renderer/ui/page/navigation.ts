import type { FluentIcon } from '@fluentui/react-icons'
import { type ComponentType, createContext, useContext } from 'react'
import { useNavigate } from 'react-router-dom'

/** One screen that the account may open. */
export interface NavLeaf {
  path: string
  title: string
  icon: FluentIcon
  /** Shows the number of waiting items. */
  badge?: ComponentType
}
/** A column of the current site whose content is managed here, or a group of such columns. */
export interface NavBranch {
  key: string
  title: string
  /** Address of its screen; absent for a node that only groups others. */
  path?: string
  child: readonly NavBranch[]
}
export interface NavGroup {
  key: string
  /** Empty for a group of one, whose only leaf is shown without it. */
  title: string
  leaves: NavLeaf[]
  /** The columns of the current site: this group is the navigation's section of content. */
  tree?: readonly NavBranch[]
}

export const NavigationContext = createContext<readonly NavGroup[]>([])

/** The groups of screens in the navigation, limited to what is granted. */
export const useNavigation = (): readonly NavGroup[] => useContext(NavigationContext)

export const OpenContext = createContext<((path: string) => void) | null>(null)

/** Opens a screen by its path as the navigation does: an open one becomes active in its state. */
export function useOpenScreen(): (path: string) => void {
  const navigate = useNavigate()
  const open = useContext(OpenContext)
  return open ?? ((path) => void navigate(path))
}
