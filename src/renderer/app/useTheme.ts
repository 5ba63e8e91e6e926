import type { Theme } from '@fluentui/react-components'
import { useSyncExternalStore } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { darkTheme, lightTheme } from './theme.ts'

const prefersDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

const subscribe = (listener: () => void): (() => void) => {
  const media = prefersDark()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** The theme of the settings; `system` follows the operating system at once. */
export function useTheme(): { theme: Theme; dark: boolean } {
  const systemDark = useSyncExternalStore(subscribe, () => prefersDark().matches)
  const wanted = useRead('settings.get', {}, { quiet: true }).data?.theme ?? 'system'
  const dark = wanted === 'system' ? systemDark : wanted === 'dark'
  return { theme: dark ? darkTheme : lightTheme, dark }
}
