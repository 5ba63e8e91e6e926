import { matchPath } from 'react-router-dom'
import { LazyCode } from '#renderer/ui/lazy/lazyCode.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'

type ScreenModule = { screen: Screen } | { screens: readonly Screen[] }
const modules = import.meta.glob<ScreenModule>('../areas/**/screen.ts', { eager: true })

/** Every screen of the product. Each `screen.ts` below areas/ exports a `screen` or a list `screens`. */
export const screens: readonly Screen[] = Object.values(modules).flatMap((module) =>
  'screens' in module ? module.screens : module.screen,
)

/** The screen of a path. */
export const screenAt = (pathname: string): Screen | undefined =>
  screens.find((screen) => matchPath({ path: screen.path, end: true }, pathname))

const codes = new Map(screens.map((screen) => [screen, new LazyCode<object>(screen.load)]))

/** The code of a screen, loaded when it is first shown. */
export function codeOf(screen: Screen): LazyCode<object> {
  const code = codes.get(screen)
  if (!code) throw new Error(`${screen.path} is not a registered screen`)
  return code
}
