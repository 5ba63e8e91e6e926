import type { ComponentType } from 'react'
import { matchPath } from 'react-router-dom'
import type { Screen } from '#renderer/ui/page/screen.ts'

const modules = import.meta.glob<{ screen: Screen }>('../areas/**/screen.ts', { eager: true })

/** Every screen of the product: whatever lies in a `screen.ts` below areas/. */
export const screens: readonly Screen[] = Object.values(modules).map((module) => module.screen)

/** The screen that stands at an address. */
export const screenAt = (pathname: string): Screen | undefined =>
  screens.find((screen) => matchPath({ path: screen.path, end: true }, pathname))

const views = new Map<Screen, Promise<ComponentType>>()

/** The code of a screen, loaded once; a failed load is tried again the next time. */
export function viewOf(screen: Screen): Promise<ComponentType> {
  let view = views.get(screen)
  if (!view) {
    view = screen.load()
    views.set(screen, view)
    view.catch(() => views.delete(screen))
  }
  return view
}
