import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import type { ReactElement } from 'react'

export interface ContextAction {
  title: string
  icon?: FluentIcon
  disabled?: boolean
  run: () => void
}

/** A menu that the right mouse button (or the menu key) opens over its child. */
export function ContextMenu({
  actions,
  children,
}: {
  actions: readonly ContextAction[]
  children: ReactElement<{ tabIndex?: number }>
}) {
  return (
    <Menu openOnContext>
      <MenuTrigger disableButtonEnhancement>{children}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          {actions.map(({ title, icon: Icon, disabled = false, run }) => (
            <MenuItem key={title} icon={Icon ? <Icon /> : null} disabled={disabled} onClick={run}>
              {title}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
