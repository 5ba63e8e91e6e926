import { Activity, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { SessionStatus } from '#shared/contract/host.ts'
import { parseMoveAddress } from '#shared/domain/pageMove.ts'
import { notificationClicked } from '#renderer/data/background.ts'
import { showError } from '#renderer/data/errors.ts'
import { useHostReach } from '#renderer/data/hostReach.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useHostFacts } from '#renderer/data/useHostFacts.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { PageFrame } from './PageFrame.tsx'
import { screenAt } from './screens.ts'
import { EnterPage } from './session/EnterPage.tsx'
import { guard, HOME } from './session/guard.ts'
import { isLinkAddress, OpenLink } from './session/OpenLink.tsx'
import { Shell } from './shell/Shell.tsx'
import { receiveOfferedPage } from './tabs/moveTabs.ts'
import { ownWindow } from './tabs/ownWindow.ts'
import { ReceivedPage } from './tabs/ReceivedPage.tsx'

/** Delay after which main windows other than the preferred one claim an offered page, ms. */
const FALLBACK_CLAIM_DELAY_MS = 400

/** The whole window: waits for the session, then shows the page that the guard allows. */
export function App() {
  useHostFacts()
  const session = useRead('session.status', {}, { quiet: true })
  const reach = useHostReach()
  if (session.data) return <Gate session={session.data} />
  if (reach === 'refused') return <EnterPage onRetry={() => void session.refetch()} />
  if (session.error) return <ErrorState error={session.error} onRetry={() => void session.refetch()} />
  return <LoadingState label="正在启动…" />
}

function Gate({ session }: { session: SessionStatus }) {
  const { pathname, search, key } = useLocation()
  const here = pathname + search
  const screen = screenAt(pathname)
  const identity = useIdentity(session)
  const hasSeenForbidden = useHasSeenForbidden(pathname, identity)
  const usedBefore = useLastValue(identity ?? undefined, '') !== undefined
  const navigate = useNavigate()
  const openHref = useEffectEvent((href: string) => void navigate(href))
  const receiveBack = async (ticket: string, href: string): Promise<void> => {
    const page = await receiveOfferedPage(ticket, href)
    if (page) await navigate(page.href)
  }
  useHostEvent('page.open', ({ href }) => {
    const back = parseMoveAddress(href)
    if (back) void receiveBack(back.ticket, back.href).catch(showError)
    else void navigate(href)
  })
  useHostEvent('pageWindow.offered', ({ ticket, href, to }) => {
    const { id, isDetached } = ownWindow.get()
    if (isDetached || !inShell) return
    const take = (): void => {
      window.focus()
      void receiveBack(ticket, href).catch(showError)
    }
    if (to === id) take()
    else if (!document.hidden) setTimeout(take, FALLBACK_CLAIM_DELAY_MS)
  })
  useEffect(() => notificationClicked.on((href) => openHref(href)), [])
  const isLink = isLinkAddress(pathname)
  const moved = parseMoveAddress(here)
  const redirectPath =
    isLink || (moved && session.state === 'signed-in')
      ? null
      : guard({ screen, session, here, hasSeenForbidden, usedBefore })
  const inShell = redirectPath === null && screen !== undefined && (screen.frame ?? 'shell') === 'shell'
  const last = useLastValue(inShell ? here : undefined, identity)
  const shellHref = last ?? HOME

  return (
    <>
      {/* Keyed by visit: two redirects to the same address in one step would count as one. */}
      {redirectPath && redirectPath !== here && <Navigate key={key} to={redirectPath} replace />}
      {/* Stays mounted while an expired session signs in again, so that no form loses its values. */}
      {identity && (last !== undefined || !moved) && (
        <Activity mode={inShell ? 'visible' : 'hidden'} key={identity}>
          <Shell href={shellHref} identity={identity} session={session} />
        </Activity>
      )}
      {!redirectPath && screen && !inShell && <PageFrame key={screen.path} screen={screen} />}
      {isLink && <OpenLink here={here} session={session} />}
      {moved && session.state === 'signed-in' && <ReceivedPage moved={moved} session={session} />}
    </>
  )
}

/**
 * The owner of the open pages: connection and account, or null. The identity outlives an expired session, so that
 * signing in again continues with the same pages.
 */
function useIdentity({ state, connection, username }: SessionStatus): string | null {
  const [identity, setIdentity] = useState<string | null>(null)
  const signedIn = state === 'signed-in' ? `${connection?.id ?? ''} ${username}` : null
  const next = state === 'expired' ? identity : signedIn
  if (next !== identity) setIdentity(next)
  return next
}

/** Whether this account has already seen the 403 page, which says that it has no role. */
function useHasSeenForbidden(pathname: string, identity: string | null): boolean {
  const [seenBy, setSeenBy] = useState<string | null>(null)
  if (pathname === '/403' && seenBy !== identity) setSeenBy(identity)
  return seenBy !== null && seenBy === identity
}

/** The last defined value of this owner; a change of owner resets it. */
function useLastValue<T>(value: T | undefined, owner: string | null): T | undefined {
  const [last, setLast] = useState({ owner, value })
  const current = value ?? (last.owner === owner ? last.value : undefined)
  if (current !== last.value || owner !== last.owner) setLast({ owner, value: current })
  return current
}
