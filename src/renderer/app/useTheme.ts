import { type BrandVariants, createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components'
import { useSyncExternalStore } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { usePrinting } from '#renderer/ui/page/printing.ts'

/** 青: a calm teal blue. Steps have even lightness; white text on 80 has a contrast of 5.6:1. */
const brand: BrandVariants = {
  10: '#001016',
  20: '#001c27',
  30: '#002a39',
  40: '#003749',
  50: '#00465b',
  60: '#00546c',
  70: '#00617c',
  80: '#00708d',
  90: '#10819e',
  100: '#3293b0',
  110: '#4ea5c1',
  120: '#68b6d0',
  130: '#86c6dc',
  140: '#a5d5e7',
  150: '#c1e3f0',
  160: '#dff0f7',
}

const fonts: Partial<Theme> = {
  fontFamilyBase:
    '"Segoe UI Variable", "Segoe UI", "Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  fontFamilyMonospace:
    '"Cascadia Code", Consolas, "SF Mono", Menlo, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace',
}

/** Neutrals have a tint of the brand's blue, and the canvas differs from the cards on it. */
const lightTheme: Theme = {
  ...createLightTheme(brand),
  ...fonts,
  colorNeutralBackground2: '#f9fbfc',
  colorNeutralBackground3: '#f2f5f7',
  colorNeutralBackground4: '#ecf0f2',
}

/** Theme for printing: dark text on white, also when the screen is dark. */
const paperTheme: Theme = {
  ...lightTheme,
  colorNeutralBackground2: PAPER.white,
  colorNeutralBackground3: PAPER.white,
  colorNeutralBackground4: PAPER.white,
}

const dark = createDarkTheme(brand)
const darkTheme: Theme = {
  ...dark,
  ...fonts,
  // The brand colours of createDarkTheme have too little contrast on its backgrounds.
  colorBrandForeground1: brand[120],
  colorBrandForeground2: brand[130],
  colorBrandForegroundLink: brand[120],
  colorBrandForegroundLinkHover: brand[130],
  colorCompoundBrandForeground1: brand[120],
  colorNeutralForeground2BrandSelected: brand[120],
  colorNeutralForeground2BrandHover: brand[120],
  colorNeutralBackground1: '#22272a',
  colorNeutralBackground1Hover: '#2b3134',
  colorNeutralBackground1Pressed: '#1d2123',
  colorNeutralBackground1Selected: '#2f3639',
  colorNeutralBackground2: '#1d2124',
  colorNeutralBackground3: '#181c1e',
  colorNeutralBackground4: '#131618',
  colorSubtleBackgroundHover: '#2b3134',
  colorSubtleBackgroundPressed: '#262b2e',
  colorSubtleBackgroundSelected: '#2f3639',
  colorNeutralStroke2: '#3a4145',
  colorNeutralStroke3: '#30363a',
}

const prefersDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

const subscribe = (listener: () => void): (() => void) => {
  const media = prefersDark()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** The theme of the settings; `system` follows the operating system at once. */
export function useTheme(): { theme: Theme; dark: boolean } {
  const systemDark = useSyncExternalStore(subscribe, () => prefersDark().matches)
  const preference = useRead('settings.get', {}, { quiet: true }).data?.theme ?? 'system'
  const printing = usePrinting()
  if (printing) return { theme: paperTheme, dark: false }
  const dark = preference === 'system' ? systemDark : preference === 'dark'
  return { theme: dark ? darkTheme : lightTheme, dark }
}
