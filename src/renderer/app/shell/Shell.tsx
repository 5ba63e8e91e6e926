import { makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useState } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { type NavGroup, NavigationContext, OpenContext } from '#renderer/ui/page/navigation.ts'
import { screenAt } from '../screens.ts'
import { TabBar } from '../tabs/TabBar.tsx'
import { TabPages } from '../tabs/TabPages.tsx'
import { useOpen } from '../tabs/useOpen.ts'
import { TabsContext, useTabsState } from '../tabs/useTabs.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './nav/Navigation.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Palette } from './Palette.tsx'
import { useGrantWatch } from './useGrantWatch.ts'
import { useHandOver } from './useHandOver.ts'
import { useNav } from './useNav.ts'
import { useReportUnsaved } from './useReportUnsaved.ts'
import { useShortcut } from './useShortcut.ts'

const useStyles = makeStyles({
  window: {
    display: 'grid',
    gridTemplateAreas: '"header header" "nav main"',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    height: '100%',
    backgroundColor: tokens.colorNeutralBackground4,
  },
  header: { gridArea: 'header' },
  nav: { gridArea: 'nav', minHeight: 0 },
  main: {
    gridArea: 'main',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground3,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    borderTopLeftRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
    outline: 'none',
  },
  pages: { flex: '1 1 auto', minHeight: 0, position: 'relative' },
})

interface Props {
  /** Address of the page in front. */
  href: string
  identity: string
  session: SessionStatus
}

/** The window of a signed-in account: header, navigation, page tabs. */
export function Shell({ href, identity, session }: Props) {
  const styles = useStyles()
  useHandOver(identity)
  useGrantWatch(session)
  const allowed = (address: string): boolean => {
    const screen = screenAt(address.split('?')[0] ?? address)
    return screen !== undefined && (screen.menu === null || canSeeMenu(session, screen.menu))
  }
  const tabs = useTabsState(href, identity, allowed)
  const groups = useNav(session)
  const [searching, setSearching] = useState(false)
  const openPalette = useCallback(() => setSearching(true), [])
  useShortcut('k', openPalette)
  useReportUnsaved()

  return (
    <TabsContext value={tabs}>
      <div className={styles.window}>
        <div className={styles.header}>
          <Header session={session} onSearch={openPalette} />
        </div>
        <div className={styles.nav}>
          <Navigation groups={groups} active={tabs.active} />
        </div>
        <main className={styles.main} tabIndex={-1}>
          <OfflineBanner />
          <TabBar />
          <Breadcrumbs groups={groups} active={tabs.active} />
          <Pages groups={groups} />
        </main>
      </div>
      {searching && <Palette groups={groups} onClose={() => setSearching(false)} />}
    </TabsContext>
  )
}

/** The open pages, each of which may lead to another screen. */
function Pages({ groups }: { groups: NavGroup[] }) {
  const styles = useStyles()
  return (
    <NavigationContext value={groups}>
      <OpenContext value={useOpen()}>
        <div className={styles.pages}>
          <TabPages />
        </div>
      </OpenContext>
    </NavigationContext>
  )
}
