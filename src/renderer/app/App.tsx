import { Activity, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { SessionStatus } from '#shared/contract/host.ts'
import { movedTo } from '#shared/domain/pageMove.ts'
import { noticeFollowed } from '#renderer/data/background.ts'
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
import { takeOffered } from './tabs/moving.ts'
import { ownWindow } from './tabs/ownWindow.ts'
import { TakenPage } from './tabs/TakenPage.tsx'

/** Delay after which main windows other than the preferred one claim an offered page, ms. */
const OTHERS_MS = 400

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
  const hasSeenForbidden = useTold(pathname, identity)
  const usedBefore = useLast(identity ?? undefined, '') !== undefined
  const navigate = useNavigate()
  const openHref = useEffectEvent((href: string) => void navigate(href))
  const takeBack = async (ticket: string, href: string): Promise<void> => {
    const page = await takeOffered(ticket, href)
    if (page) await navigate(page.href)
  }
  useHostEvent('page.open', ({ href }) => {
    const back = movedTo(href)
    if (back) void takeBack(back.ticket, back.href).catch(showError)
    else void navigate(href)
  })
  useHostEvent('pageWindow.offered', ({ ticket, href, to }) => {
    const { id, torn } = ownWindow.get()
    if (torn || !inShell) return
    const take = (): void => {
      window.focus()
      void takeBack(ticket, href).catch(showError)
    }
    if (to === id) take()
    else if (!document.hidden) setTimeout(take, OTHERS_MS)
  })
  useEffect(() => noticeFollowed.on((href) => openHref(href)), [])
  const linked = isLinkAddress(pathname)
  const moved = movedTo(here)
  const elsewhere =
    linked || (moved && session.state === 'signed-in')
      ? null
      : guard({ screen, session, here, hasSeenForbidden, usedBefore })
  const inShell = elsewhere === null && screen !== undefined && (screen.frame ?? 'shell') === 'shell'
  const last = useLast(inShell ? here : undefined, identity)
  const shellHref = last ?? HOME

  return (
    <>
      {/* Keyed by visit: two redirects to the same address in one step would count as one. */}
      {elsewhere && elsewhere !== here && <Navigate key={key} to={elsewhere} replace />}
      {/* Stays mounted while an expired session signs in again, so that no form loses its values. */}
      {identity && (last !== undefined || !moved) && (
        <Activity mode={inShell ? 'visible' : 'hidden'} key={identity}>
          <Shell href={shellHref} identity={identity} session={session} />
        </Activity>
      )}
      {!elsewhere && screen && !inShell && <PageFrame key={screen.path} screen={screen} />}
      {linked && <OpenLink here={here} session={session} />}
      {moved && session.state === 'signed-in' && <TakenPage moved={moved} session={session} />}
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
function useTold(pathname: string, identity: string | null): boolean {
  const [seenBy, setSeenBy] = useState<string | null>(null)
  if (pathname === '/403' && seenBy !== identity) setSeenBy(identity)
  return seenBy !== null && seenBy === identity
}

/** The last defined value of this owner; a change of owner resets it. */
function useLast<T>(value: T | undefined, owner: string | null): T | undefined {
  const [last, setLast] = useState({ owner, value })
  const now = value ?? (last.owner === owner ? last.value : undefined)
  if (now !== last.value || owner !== last.owner) setLast({ owner, value: now })
  return now
}
