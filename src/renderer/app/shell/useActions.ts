import { GlobeRegular, WeatherSunnyRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { THEMES } from '#renderer/ui/layout/text.ts'
import { COMMANDS as GROUP, type Command } from './commands.ts'

/** What the palette does at once: another site, another look. */
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
    return [...sites, ...looks]
  }, [items, current, chooseSite, mutate])
}
