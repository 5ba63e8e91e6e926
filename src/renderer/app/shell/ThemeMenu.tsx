import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components'
import { WeatherMoonRegular, WeatherSunnyRegular } from '@fluentui/react-icons'
import { settings } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { THEMES } from '#renderer/ui/layout/text.ts'
import { useTheme } from '../useTheme.ts'

/** Light, dark, or as the system. */
export function ThemeMenu() {
  const { dark } = useTheme()
  const theme = useRead('settings.get', {}, { quiet: true }).data?.theme ?? 'system'
  const save = useWrite('settings.set')
  return (
    <Menu
      checkedValues={{ theme: [theme] }}
      onCheckedValueChange={(_event, { checkedItems }) =>
        save.mutate({ theme: settings.shape.theme.parse(checkedItems[0]) })
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content="外观" relationship="label">
          <Button appearance="subtle" icon={dark ? <WeatherMoonRegular /> : <WeatherSunnyRegular />} />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {THEMES.map(({ value, title }) => (
            <MenuItemRadio key={value} name="theme" value={value}>
              {title}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
