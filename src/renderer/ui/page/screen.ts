import type { FluentIcon } from '@fluentui/react-icons'
import type { ComponentType } from 'react'

/**
 * One screen of the back office. Every `screen.ts` below `areas/` that exports one as `screen` is registered automatically.
 */
export interface Screen {
  /** Route; may hold parameters (`/content/list/:menuId`). */
  path: string
  title: string
  /** column: the address ends with a column's id, and tabs show that column's title once it is known. */
  titleFrom?: 'column'
  /** Shown after the column's title, to distinguish two screens of one column. */
  titleNote?: string
  /** System menu that opens it (shared/domain/systemMenus); null: open to every signed-in account. */
  menu: number | null
  icon: FluentIcon
  /** Command of the search that starts something here, such as 新增站点. The view runs it with `useAutoOpenFromUrl`. */
  command?: string
  /** Labels of the fields, or titles of the cards, that the search leads to. */
  settings?: readonly string[]
  /** false: not in the navigation (reached from elsewhere). */
  listed?: boolean
  /** Shown beside the title in the navigation: the number of waiting items. */
  badge?: ComponentType
  /**
   * true: only super administrators find it in the navigation (a demonstration, or a screen that has no function yet).
   */
  forSuper?: boolean
  /**
   * shell (default): a page tab beside navigation and header. bare: fills the window.
   * open: bare, and shown without a session.
   */
  frame?: 'shell' | 'bare' | 'open'
  /** Loads the code on first use: `() => import('./MyScreen.tsx').then((module) => module.MyScreen)`. */
  load: () => Promise<ComponentType>
}

/** Declares a screen: `export const screen = defineScreen({…})`. */
export const defineScreen = (screen: Screen): Screen => screen
