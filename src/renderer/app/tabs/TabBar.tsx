import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components'
import { ChevronDownRegular, PanelLeftContractRegular } from '@fluentui/react-icons'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { useScreenTitle } from '../useScreenTitle.ts'
import { PINNED } from './model.ts'
import { moveTab } from './moveTabs.ts'
import { ownWindow } from './ownWindow.ts'
import { TabItem } from './TabItem.tsx'
import { useTabs } from './useTabs.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    minWidth: 0,
  },
  list: {
    display: 'flex',
    gap: tokens.spacingHorizontalXXS,
    flex: '1 1 auto',
    minWidth: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    listStyle: 'none',
    margin: 0,
    padding: '2px',
  },
})

const arrows = arrowKeys('horizontal', '[data-tab]')

/** The tabs of the open pages. Tabs that do not fit scroll, and the menu at the end lists all of them. */
export function TabBar() {
  const styles = useStyles()
  const navigate = useNavigate()
  const { tabs, active, close } = useTabs()
  const { isDetached } = useSyncExternalStore(ownWindow.subscribe, ownWindow.get)
  // The home page belongs to the main window.
  const shown = tabs.filter(({ key }) => !isDetached || key !== PINNED || key === active)
  const mine = shown.find(({ key }) => key === active && key !== PINNED)
  // The tab bar is one stop of the Tab key; the arrow keys move between its tabs.
  const stop = (shown.find(({ key }) => key === active) ?? shown[0])?.key
  return (
    <nav className={styles.bar} aria-label="打开的页面">
      <ul className={styles.list} ref={arrows}>
        {shown.map((tab) => (
          <TabItem key={tab.key} tab={tab} isStop={tab.key === stop} />
        ))}
      </ul>
      {isDetached && mine && (
        <Button appearance="subtle" size="small" icon={<PanelLeftContractRegular />} onClick={() => moveTab(mine)}>
          移回主窗口
        </Button>
      )}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" size="small" icon={<ChevronDownRegular />} aria-label="全部页面" />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {shown.map((tab) => (
              <MenuItem key={tab.key} onClick={() => void navigate(tab.href)}>
                <TabTitle path={tab.key} />
              </MenuItem>
            ))}
            <MenuItem onClick={() => void close(active, 'all')}>关闭全部</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </nav>
  )
}

function TabTitle({ path }: { path: string }) {
  return useScreenTitle(path)
}
