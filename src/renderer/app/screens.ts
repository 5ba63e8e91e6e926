import { matchPath } from 'react-router-dom'
import { LazyCode } from '#renderer/ui/lazy/lazyCode.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'

const modules = import.meta.glob<{ screen: Screen }>('../areas/**/screen.ts', { eager: true })

/** Every screen of the product: whatever lies in a `screen.ts` below areas/. */
export const screens: readonly Screen[] = Object.values(modules).map((module) => module.screen)

/** The screen that stands at an address. */
export const screenAt = (pathname: string): Screen | undefined =>
  screens.find((screen) => matchPath({ path: screen.path, end: true }, pathname))

const codes = new Map(screens.map((screen) => [screen, new LazyCode<object>(screen.load)]))

/** The code of a screen, loaded when it is first shown. */
export function codeOf(screen: Screen): LazyCode<object> {
  const code = codes.get(screen)
  if (!code) throw new Error(`${screen.path} is no screen`)
  return code
}
