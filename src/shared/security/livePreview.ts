import { LIVE_PREVIEW } from '../contract/livePreview.ts'

/**
 * Is it the address of a previewed workspace? All of them stand on one loopback port of this program.
 * @param previews its origin; '' while there is none
 */
export function isLivePreview(address: string, previews: string): boolean {
  if (previews === '' || !URL.canParse(address)) return false
  const { origin, username, password, pathname } = new URL(address)
  return origin === previews && username === '' && password === '' && pathname.startsWith(`/${LIVE_PREVIEW}-`)
}
