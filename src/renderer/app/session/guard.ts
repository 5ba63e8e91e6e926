import type { SessionStatus } from '#shared/contract/host.ts'
import { canSeeMenu, hasRole } from '#shared/domain/permissions.ts'
import { FIRST_PASSWORD_PATH, redirectTarget, SECOND_FACTOR_PATH } from '#renderer/ui/page/redirect.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'

export const HOME = '/index'

/** The address of the sign-in screen that returns to `here` afterwards. */
export function signInAddress(here: string, expired: boolean): string {
  return `/login?${expired ? 'exit=true&' : ''}${redirectTo(here)}`
}

const redirectTo = (here: string): string => new URLSearchParams({ redirect: here }).toString()

/** Maps the address of a list column in B·§2 to the one in A·§4. */
const canonicalAddress = (here: string): string | null => {
  const [, id, query = ''] = /^\/content\/list\/(\d+)\/?(\?.*)?$/.exec(here) ?? []
  return id === undefined ? null : `/admin/model_manage/${id}${query}`
}

/**
 * The address to which a visit is redirected, or null when the screen may be shown (contradictions.md 23 on the 403
 * page).
 */
export function guard(visit: {
  screen: Screen | undefined
  session: Pick<SessionStatus, 'state' | 'groupId' | 'siteItemDTOList' | 'mustChangePassword' | 'mustSetUpFactor'>
  /** Address with query. */
  here: string
  /** The 403 page has been shown once to an account without a role. */
  hasSeenForbidden: boolean
  /** An account was signed in in this window before; after a sign-out the next account starts at the home page. */
  usedBefore: boolean
}): string | null {
  const { screen, session, here, hasSeenForbidden, usedBefore } = visit
  if (screen?.frame === 'open') return null
  if (session.state === 'none') return '/connect'
  if (session.state === 'signed-out' && usedBefore) return '/login'
  if (session.state !== 'signed-in') return signInAddress(here, session.state === 'expired')
  const isChangingPassword = screen?.path === FIRST_PASSWORD_PATH
  if (session.mustChangePassword) return isChangingPassword ? null : `${FIRST_PASSWORD_PATH}?${redirectTo(here)}`
  if (session.mustSetUpFactor && screen?.path !== SECOND_FACTOR_PATH)
    return `${SECOND_FACTOR_PATH}?${redirectTo(isChangingPassword ? redirectTarget(here.slice(here.indexOf('?') + 1)) : here)}`
  if (isChangingPassword) return redirectTarget(here.slice(here.indexOf('?') + 1))
  const moved = canonicalAddress(here)
  if (!screen && moved) return moved
  if (!screen) return here === '/' || here.startsWith('/?') ? HOME : '/404'
  if (screen.frame === 'bare') return null
  if (!hasRole(session) && !hasSeenForbidden) return '/403'
  if (screen.menu !== null && !canSeeMenu(session, screen.menu)) return '/403'
  return null
}
