import { makeStyles } from '@fluentui/react-components'
import { Activity, useLayoutEffect, useMemo, useRef } from 'react'
import { PageContext } from '#renderer/ui/page/page.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { PageView } from '../PageView.tsx'
import { screenAt } from '../screens.ts'
import type { Tab } from './model.ts'
import { useTabs } from './useTabs.ts'

const useStyles = makeStyles({ page: { height: '100%', minHeight: 0 } })

/** The pages of all open tabs. Those behind keep their state and pause their effects (React's Activity). */
export function TabPages() {
  const { tabs, active, reload } = useTabs()
  const front = useRef(active)
  // Runs before the effects of the pages, so that useUnsaved can tell a page that is closed from one that is hidden.
  useLayoutEffect(() => {
    front.current = active
    unsavedWork.forget(active)
  }, [active])

  return tabs
    .filter((tab) => tab.seen)
    .map((tab) => (
      <Activity key={`${tab.key} ${tab.generation}`} mode={tab.key === active ? 'visible' : 'hidden'}>
        <TabPage tab={tab} isFront={() => front.current === tab.key} onReload={() => void reload(tab.key)} />
      </Activity>
    ))
}

function TabPage({ tab, isFront, onReload }: { tab: Tab; isFront: () => boolean; onReload: () => void }) {
  const styles = useStyles()
  const ask = useRef(isFront)
  const page = useMemo(() => ({ key: tab.key, isActive: () => ask.current() }), [tab.key])
  const screen = screenAt(tab.key)
  if (!screen) return null
  return (
    <PageContext value={page}>
      <div className={styles.page}>
        <PageView screen={screen} href={tab.href} onReload={onReload} />
      </div>
    </PageContext>
  )
}
