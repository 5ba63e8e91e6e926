import { makeStyles } from '@fluentui/react-components'
import { Activity, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { PageContext } from '#renderer/ui/page/page.ts'
import { createTabState } from '#renderer/ui/page/tabState.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { PageFrame } from '../PageFrame.tsx'
import { screenAt } from '../screens.ts'
import { PINNED, type Tab } from './model.ts'
import { setPageState, movePage, receivedStateFor } from './moveTabs.ts'
import { ownWindow } from './ownWindow.ts'
import { useTabs } from './useTabs.ts'

const useStyles = makeStyles({ page: { height: '100%', minHeight: 0 } })

/** The pages of all open tabs. Hidden pages keep their state and pause their effects (React's Activity). */
export function TabPages() {
  const { tabs, active, reload } = useTabs()
  const front = useRef(active)
  // Runs before the effects of the pages, so that useUnsaved can tell a page that is closed from one that is hidden.
  useLayoutEffect(() => {
    front.current = active
    unsavedWork.forget(active)
  }, [active])

  return tabs
    .filter((tab) => tab.wasShown)
    .map((tab) => (
      <Activity key={`${tab.key} ${tab.generation}`} mode={tab.key === active ? 'visible' : 'hidden'}>
        <TabPage tab={tab} isFront={() => front.current === tab.key} onReload={() => void reload(tab.key)} />
      </Activity>
    ))
}

function TabPage({ tab, isFront, onReload }: { tab: Tab; isFront: () => boolean; onReload: () => void }) {
  const styles = useStyles()
  const isFrontRef = useRef(isFront)
  const { isDetached } = useSyncExternalStore(ownWindow.subscribe, ownWindow.get)
  const [state] = useState(() => createTabState(receivedStateFor(tab.key)))
  useEffect(() => {
    setPageState(tab, state)
  }, [tab, state])
  const page = useMemo(() => {
    const move = { title: isDetached ? '移回主窗口' : '在新窗口打开', run: () => movePage(tab.key) }
    return { key: tab.key, isActive: () => isFrontRef.current(), state, move: tab.key === PINNED ? null : move }
  }, [tab.key, state, isDetached])
  const screen = screenAt(tab.key)
  if (!screen) return null
  return (
    <PageContext value={page}>
      <div className={styles.page}>
        <PageFrame screen={screen} href={tab.href} onReload={onReload} />
      </div>
    </PageContext>
  )
}
