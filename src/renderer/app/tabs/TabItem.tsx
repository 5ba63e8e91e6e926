import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { CircleFilled, DismissRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useCopyLink } from '#renderer/features/links/useCopyLink.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { screenAt } from '../screens.ts'
import { useScreenTitle } from '../useScreenTitle.ts'
import { keysToClose, type CloseScope, PINNED, type Tab } from './model.ts'
import { moveTab } from './moveTabs.ts'
import { ownWindow } from './ownWindow.ts'
import { useTabs } from './useTabs.ts'

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    maxWidth: '220px',
    // Keeps the active tab clear of the pinned one.
    scrollMarginInline: '112px 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow2,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1 },
  },
  // The pinned tab stays in sight while the others scroll.
  pinned: {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground3,
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
  },
  open: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    height: '30px',
    cursor: 'pointer',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  closable: { paddingInlineEnd: tokens.spacingHorizontalXXS },
  icon: { fontSize: '16px', lineHeight: 0, flexShrink: 0 },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  dirty: { fontSize: '8px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  close: { minWidth: '24px', width: '24px', height: '24px', padding: 0, marginInlineEnd: tokens.spacingHorizontalXXS },
})

/**
 * One page tab: click shows it, middle click or Delete closes it, the context menu has the rest.
 * @param isStop whether the Tab key reaches this tab
 */
export function TabItem({ tab, isStop }: { tab: Tab; isStop: boolean }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const { active, close } = useTabs()
  const item = useRef<HTMLLIElement>(null)
  const work = useSyncExternalStore(unsavedWork.subscribe, unsavedWork.all)
  const dirty = [...work.values()].some((entry) => entry.page === tab.key)
  const isActive = tab.key === active
  const pinned = tab.key === PINNED
  const screen = screenAt(tab.key)
  const title = useScreenTitle(tab.key)

  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [isActive, title])

  const onAuxClick = (event: MouseEvent): void => {
    if (event.button !== 1) return
    event.preventDefault()
    void close(tab.key, 'this')
  }
  const onKeyDown = async (event: KeyboardEvent): Promise<void> => {
    if (event.key !== 'Delete') return
    const bar = event.currentTarget.closest('ul')
    await close(tab.key, 'this')
    setTimeout(() => {
      // The focused tab is gone: the focus stays in the tab bar.
      if (document.activeElement === document.body) bar?.querySelector<HTMLElement>('[aria-current]')?.focus()
    })
  }

  return (
    <li
      ref={item}
      className={mergeClasses(styles.item, pinned && styles.pinned, isActive && styles.active)}
      onAuxClick={onAuxClick}
    >
      <TabMenu tab={tab}>
        <button
          type="button"
          data-tab=""
          tabIndex={isStop ? 0 : -1}
          className={mergeClasses(styles.open, !pinned && styles.closable)}
          aria-current={isActive ? 'page' : undefined}
          onClick={() => void navigate(tab.href)}
          onKeyDown={(event) => void onKeyDown(event)}
        >
          <span className={styles.icon}>{screen && <screen.icon />}</span>
          <span className={styles.title}>{title}</span>
          {dirty && <CircleFilled className={styles.dirty} aria-label="有未保存的内容" />}
        </button>
      </TabMenu>
      {!pinned && (
        <Button
          className={styles.close}
          appearance="transparent"
          size="small"
          tabIndex={-1}
          icon={<DismissRegular />}
          aria-label={`关闭 ${title}`}
          onClick={() => void close(tab.key, 'this')}
        />
      )}
    </li>
  )
}

const CLOSINGS: readonly { how: CloseScope; title: string }[] = [
  { how: 'this', title: '关闭' },
  { how: 'others', title: '关闭其他' },
  { how: 'left', title: '关闭左侧' },
  { how: 'right', title: '关闭右侧' },
  { how: 'all', title: '关闭全部' },
]

/** The context menu of a page tab. */
function TabMenu({ tab, children }: { tab: Tab; children: ReactElement }) {
  const { key: tabKey, href } = tab
  const { isDetached } = useSyncExternalStore(ownWindow.subscribe, ownWindow.get)
  const { tabs, close, reload } = useTabs()
  const copyLink = useCopyLink()
  const siteId = useCurrentSite()
  return (
    <Menu openOnContext>
      <MenuTrigger disableButtonEnhancement>{children}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void reload(tabKey)}>重新加载</MenuItem>
          <MenuItem onClick={() => void copyLink(href, siteId)}>复制链接</MenuItem>
          {tabKey !== PINNED && (
            <MenuItem onClick={() => moveTab(tab)}>{isDetached ? '移回主窗口' : '在新窗口打开'}</MenuItem>
          )}
          <MenuDivider />
          {CLOSINGS.map(({ how, title }) => (
            <MenuItem
              key={how}
              disabled={keysToClose(tabs, tabKey, how).length === 0}
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
