import { LIVE_PREVIEW } from '../contract/livePreview.ts'

/**
 * Whether the address belongs to a previewed workspace. All previews are on one loopback port of this program.
 * @param previews origin of the previews; '' if there is none
 */
export function isLivePreview(address: string, previews: string): boolean {
  if (previews === '' || !URL.canParse(address)) return false
  const { origin, username, password, pathname } = new URL(address)
  return origin === previews && username === '' && password === '' && pathname.startsWith(`/${LIVE_PREVIEW}-`)
}
