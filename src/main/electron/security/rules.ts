import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { SITE_PAGES } from '#shared/contract/statics.ts'
import { isLivePreview } from '#shared/security/livePreview.ts'

/** Security decisions about the program's pages, as pure functions; `guard.ts` connects them with Electron. */

const OWN_ORIGIN = new URL(APP_ORIGIN)

/** Whether the address belongs to the program's own page. */
export function isOwnPage(address: string): boolean {
  const url = parse(address)
  // URL.origin is "null" for custom schemes, so its parts are compared.
  return (
    url !== null &&
    url.protocol === OWN_ORIGIN.protocol &&
    url.host === OWN_ORIGIN.host &&
    url.username === '' &&
    url.password === ''
  )
}

/** A page may navigate only to the program's own addresses, whether by link, script, form or redirect. */
export const mayNavigate = isOwnPage

/** A frame may also show live previews, but no other port of this computer. @param previews see isLivePreview */
export const mayFrame = (address: string, previews: string): boolean =>
  isLivePreview(address, previews) || mayNavigate(address)

/**
 * Permissions of the program's own page in its main frame: copy, full screen, and access to the live preview on this
 * computer. Not granted: camera, location, notifications, devices, reading the clipboard.
 */
const GRANTED_PERMISSIONS = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Denied permissions fail silently, so all permissions that the page uses must be in GRANTED. */
export const mayUse = (permission: string, address: string, isMainFrame: boolean): boolean =>
  GRANTED_PERMISSIONS.has(permission) && isMainFrame && isOwnPage(address)

/**
 * Handles `window.open` and links with a target, which never open a window. Returns the address to offer to the
 * system's browser (the service's allow-list decides), or null. Allowed are https, and http for built sites of a server
 * (which may run on this machine) and for live previews.
 * @param previews see isLivePreview
 */
export function externalAddress(address: string, previews: string): string | null {
  const url = parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isSite =
    url.protocol === 'http:' && (url.pathname.includes(`/${SITE_PAGES}/`) || isLivePreview(address, previews))
  return url.protocol === 'https:' || isSite ? url.href : null
}

/** Messages are accepted only from the main frame of the program's own page. */
export function isTrustedSender(frame: { url: string; parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url)
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
