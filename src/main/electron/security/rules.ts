import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { SITE_PAGES } from '#shared/contract/statics.ts'
import { isLivePreview } from '#shared/security/livePreview.ts'

/** The decisions about every page of the program, as pure functions; `guard.ts` binds them to Electron. */

const OWN = new URL(APP_ORIGIN)

/** True for addresses of the program's own page. */
export function isOwnPage(address: string): boolean {
  const url = parse(address)
  // URL.origin is "null" for schemes of one's own, so its parts are compared.
  return (
    url !== null && url.protocol === OWN.protocol && url.host === OWN.host && url.username === '' && url.password === ''
  )
}

/** A page may go to the program's own addresses only, by link, script, form or redirect. */
export const mayNavigate = isOwnPage

/** A frame of the page may show live previews besides; no other port of this computer. @param previews see isLivePreview */
export const mayFrame = (address: string, previews: string): boolean =>
  isLivePreview(address, previews) || mayNavigate(address)

/**
 * What the program's own page may do, in its main frame: copy, show a video on the full screen, and reach the live preview,
 * which listens on this computer. No camera, place, notification, device or reading of the clipboard.
 */
const GRANTED = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Denied permissions fail without a sound, so what the page uses has to be among the granted ones. */
export const mayUse = (permission: string, address: string, isMainFrame: boolean): boolean =>
  GRANTED.has(permission) && isMainFrame && isOwnPage(address)

/**
 * What becomes of `window.open` and of links with a target: never a window. The answer is the address to offer to the
 * system's browser (the service's allow-list decides), or null for everything but plain https, and http for the
 * built sites of a server, which may be the one on this machine, and for live previews.
 * @param previews see isLivePreview
 */
export function externalAddress(address: string, previews: string): string | null {
  const url = parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isSite =
    url.protocol === 'http:' && (url.pathname.includes(`/${SITE_PAGES}/`) || isLivePreview(address, previews))
  return url.protocol === 'https:' || isSite ? url.href : null
}

/** Messages are taken only from the main frame of the program's own page. */
export function isTrustedSender(frame: { url: string; parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url)
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
