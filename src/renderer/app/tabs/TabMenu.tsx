import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import type { ReactElement } from 'react'
import { closedBy, type Closing } from './model.ts'
import { useTabs } from './useTabs.ts'

const CLOSINGS: readonly { how: Closing; title: string }[] = [
  { how: 'this', title: '关闭' },
  { how: 'others', title: '关闭其他' },
  { how: 'left', title: '关闭左侧' },
  { how: 'right', title: '关闭右侧' },
  { how: 'all', title: '关闭全部' },
]

/** The context menu of a page tab. */
export function TabMenu({ tabKey, children }: { tabKey: string; children: ReactElement }) {
  const { tabs, close, reload } = useTabs()
  return (
    <Menu openOnContext>
      <MenuTrigger disableButtonEnhancement>{children}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void reload(tabKey)}>重新加载</MenuItem>
          <MenuDivider />
          {CLOSINGS.map(({ how, title }) => (
            <MenuItem
              key={how}
              disabled={closedBy(tabs, tabKey, how).length === 0}
              onClick={() => void close(tabKey, how)}
            >
              {title}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
