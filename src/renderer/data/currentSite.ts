import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { useSession } from './useSession.ts'
import { useSessionAction } from './useSessionAction.ts'

const KEY = 'sitecraft.site'
/** Fallback without session storage: the choice then lasts until the page reloads. */
let fallbackText: string | null = null
const siteChanges = createEmitter()

const accountOf = ({ connection, username }: SessionStatus): string => `${connection?.id ?? ''} ${username}`

function readStoredText(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return fallbackText
  }
}

/** The stored site of this window, or null when it is missing or belongs to another account. */
function parseStoredSite(text: string | null, account: string): number | null {
  try {
    const held: unknown = JSON.parse(text ?? 'null')
    if (typeof held !== 'object' || held === null) return null
    const { owner, siteId } = held as { owner?: unknown; siteId?: unknown }
    return owner === account && Number.isInteger(siteId) && Number(siteId) > 0 ? Number(siteId) : null
  } catch {
    return null
  }
}

function storeSite(account: string, siteId: number): void {
  fallbackText = JSON.stringify({ owner: account, siteId })
  try {
    sessionStorage.setItem(KEY, fallbackText)
  } catch {
    // Without storage the site stays in the fallback variable until the page reloads.
  }
  siteChanges.emit()
}

/**
 * The id of the site that this window works on; 0: the account has none. Each window has its own, which survives a
 * reload. A new window starts with the site that was chosen last in any window (`currentSiteId` of the session).
 */
export function useCurrentSite(): number {
  const session = useSession()
  const text = useSyncExternalStore(siteChanges.on, readStoredText)
  const held = session ? parseStoredSite(text, accountOf(session)) : null
  const signedIn = session?.state === 'signed-in'
  // While an expired session signs in again, its sites are unknown: the pages stay on their site.
  const usable = held !== null && session && (!signedIn || canUseSite(session, held))
  const start = session?.currentSiteId ?? 0
  useEffect(() => {
    if (signedIn && !usable && start > 0) storeSite(accountOf(session), start)
  }, [signedIn, usable, start, session])
  return usable ? held : start
}

/** For dialogs: the site that was current when the dialog opened, even if the window's site changes later. */
export function useSiteAtOpening(): number {
  const current = useCurrentSite()
  const [site, setSite] = useState(current)
  // The dialog was opened before the session had been read.
  if (site === 0 && current !== 0) setSite(current)
  return site || current
}

/** Switches this window to another site, which is also the start of windows opened later. */
export function useChooseSite(): (siteId: number) => void {
  const session = useSession()
  const { mutate } = useSessionAction('session.setCurrentSite')
  const account = session ? accountOf(session) : ''
  return useCallback(
    (siteId) => {
      storeSite(account, siteId)
      mutate({ siteId })
    },
    [account, mutate],
  )
}
