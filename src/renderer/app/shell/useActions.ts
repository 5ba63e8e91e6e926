import { GlobeRegular, PrintRegular, WeatherSunnyRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { THEMES } from '#renderer/ui/layout/text.ts'
import { COMMANDS as GROUP, type Command } from './commands.ts'

/** In which a dialog has faded, ms. */
const CLOSED_MS = 400

/** What the palette does at once: another site, another look, printing. */
export function useActions(): readonly Command[] {
  const { items } = useSiteItems()
  const current = useCurrentSite()
  const chooseSite = useChooseSite()
  const { mutate } = useWrite('settings.set', { success: false })
  return useMemo(() => {
    const sites = items
      .filter(({ id }) => id !== current)
      .map(({ id, title }): Command => {
        const name = `切换站点：${title}`
        return {
          name: `site ${id}`,
          path: '',
          title: name,
          icon: GlobeRegular,
          group: GROUP,
          run: () => chooseSite(id),
        }
      })
    const looks = THEMES.map(({ value, title }): Command => {
      const run = (): void => mutate({ theme: value })
      return { name: `theme ${value}`, path: '', title: `外观：${title}`, icon: WeatherSunnyRegular, group: GROUP, run }
    })
    // After the search has closed: it would be printed, too.
    const run = (): void => void setTimeout(() => window.print(), CLOSED_MS)
    const print: Command = { name: 'print', path: '', title: '打印…', icon: PrintRegular, group: GROUP, run }
    return [...sites, ...looks, print]
  }, [items, current, chooseSite, mutate])
}
