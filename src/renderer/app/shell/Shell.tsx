import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { type NavGroup, NavigationContext, OpenContext } from '#renderer/ui/page/navigation.ts'
import { HOST_UNREACHABLE, useHostReach } from '#renderer/data/hostReach.ts'
import { transferToHost } from '#renderer/features/drafts/browserDrafts.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { showError } from '#renderer/data/errors.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { call } from '#renderer/data/client.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { screenAt, screens } from '../screens.ts'
import { ownWindow, unsavedWindowName } from '../tabs/ownWindow.ts'
import { TabBar } from '../tabs/TabBar.tsx'
import { TabPages } from '../tabs/TabPages.tsx'
import { useOpen } from '../tabs/useOpen.ts'
import { TabsContext, useTabsState } from '../tabs/useTabs.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { CopyBanner } from './CopyBanner.tsx'
import { DesktopStatus } from './DesktopStatus.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './nav/Navigation.tsx'
import { contentTree, withContent } from './contentTree.ts'
import { navTree, builtInColumns } from './navTree.ts'
import { Palette } from './Palette.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { ShellBanner } from './ShellBanner.tsx'

const TEXT = '安全模式：本地同步已暂停，上次的窗口和未保存的内容尚未恢复，但均已保留。'

/** Shown after a start with --safe; its button continues as after a normal start. */
function SafeBanner() {
  const { data } = useRead('app.info', {}, { quiet: true })
  const confirmDiscard = useConfirmDiscard('正常启动', '继续')
  const leave = useWrite('diagnostics.leaveSafe', { success: false, onSuccess: () => location.reload() })
  if (!data?.safe) return null
  const leaveSafeMode = async (): Promise<void> => {
    if (!(await confirmDiscard(unsavedWork.titles()))) return
    for (const key of unsavedWork.all().keys()) unsavedWork.forget(key)
    leave.mutate({})
  }
  return <ShellBanner text={TEXT} action="正常启动" busy={leave.isPending} onAction={leaveSafeMode} />
}

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
  useUploadStoredDrafts(identity)
  useGrantPolling(session)
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

  const { isDetached } = useSyncExternalStore(ownWindow.subscribe, ownWindow.get)

  return (
    <TabsContext value={tabs}>
      {/* Only the main window reports to the desktop. */}
      {!isDetached && <DesktopStatus session={session} groups={groups} />}
      <div className={styles.window}>
        {!isDetached && (
          <>
            <div className={styles.header} data-print="none">
              <Header session={session} onSearch={openPalette} />
            </div>
            <div className={styles.nav} data-print="none">
              <Navigation groups={groups} active={tabs.active} />
            </div>
          </>
        )}
        <main className={styles.main} tabIndex={-1}>
          <SafeBanner />
          <CopyBanner />
          <OfflineBanner />
          <div data-print="none">
            <TabBar />
            <Breadcrumbs groups={groups} active={tabs.active} />
          </div>
          <Pages groups={groups} />
        </main>
      </div>
      {searching && (
        <Palette groups={groups} session={session} account={identity} onClose={() => setSearching(false)} />
      )}
    </TabsContext>
  )
}

/** The open pages, with the contexts by which they open other screens. */
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

/** Sends drafts that the browser stored while the host was unreachable to the host, once it is back. */
function useUploadStoredDrafts(identity: string): void {
  const reach = useHostReach()
  useEffect(() => {
    if (reach === 'ok') void transferToHost(identity)
  }, [identity, reach])
}

/** Runs `action` on Ctrl or Cmd with the key, unless a modal dialog is open. */
function useShortcut(key: string, action: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== key || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, action])
}

/** Polling interval for changed grants, ms: the longest time that an idle window shows a revoked menu. */
const GRANT_POLL_MS = 30_000

/**
 * Polls the account's group, also when the window gets the focus. Every answer tells the host whether the grants have
 * changed, and the host then refreshes the session. A server that lacks the call is asked once.
 */
function useGrantPolling({ state, connection }: SessionStatus): void {
  const [unsupportedServer, setUnsupportedServer] = useState<string | null>(null)
  const server = connection?.id ?? ''
  const enabled = state === 'signed-in' && unsupportedServer !== server
  const { error } = useRead('role.current', {}, { quiet: true, onFocus: true, everyMs: GRANT_POLL_MS, enabled })
  if (error && enabled && !error.retryable && error.code !== 'unauthorized') setUnsupportedServer(server)
}

/**
 * The navigation of the signed-in account, with the granted columns of its current site. Falls back to the built-in
 * menu until the server answers.
 */
function useNav(session: SessionStatus): NavGroup[] {
  const siteId = useCurrentSite()
  const { data: systemTree } = useRead('column.getTree', { siteId: 0 }, { quiet: true })
  const { data: columns } = useRead('column.getTree', { siteId }, { quiet: true, enabled: siteId > 0, onFocus: true })
  return useMemo(
    () => withContent(navTree(systemTree ?? builtInColumns(), screens, session), contentTree(columns ?? [], screens)),
    [systemTree, columns, session],
  )
}

/** Shown while the host or the server is unreachable. The visible data is fetched again when the server is back. */
function OfflineBanner() {
  const [message, setMessage] = useState<string | null>(null)
  const refresh = useRefresh()
  const reach = useHostReach()
  useHostEvent('connectivity.changed', ({ online, message: text }) => {
    if (online && message !== null) refresh()
    setMessage(online ? null : text)
  })
  if (reach !== 'ok')
    return (
      <MessageBar intent="error" shape="square" layout="multiline">
        <MessageBarBody>{`${HOST_UNREACHABLE[reach]}。无需关闭此页面，恢复后可继续使用。`}</MessageBarBody>
      </MessageBar>
    )
  if (message === null) return null
  return (
    <MessageBar intent="warning" shape="square">
      <MessageBarBody>{message || '无法连接服务器。可以继续编辑本地文件，连接恢复后自动同步。'}</MessageBarBody>
    </MessageBar>
  )
}

/** Debounce of the report, ms: a page that is shown again first removes and then adds its unsaved work. */
const REPORT_DEBOUNCE_MS = 100

/** Reports unsaved work to the host, which asks before it closes the window. Browsers ask through beforeunload. */
function useReportUnsaved(): void {
  const work = useSyncExternalStore(unsavedWork.subscribe, unsavedWork.all)

  useEffect(() => {
    const timer = setTimeout(() => {
      const titles = [...work.values()].slice(0, 100).map((entry) => entry.title.slice(0, 300))
      call('app.setUnsaved', { titles, window: unsavedWindowName() }).catch(showError)
    }, REPORT_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [work])

  const dirty = work.size > 0
  useEffect(() => {
    // In Electron the main process asks; there, beforeunload would silently keep the window open.
    if (!dirty || inElectron()) return undefined
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [dirty])
}
