/** The page's address in Electron, and the names of the only channels between page and main process. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://sitecraft`

export const CHANNEL = {
  /** (name, input) → Result */
  invoke: 'sitecraft:invoke',
  /** (PickedFile[]) → Result of a grant or an address for each (GrantedFile) */
  grant: 'sitecraft:grant',
  /** () one way: the page wants to hear events, beginning with what it must know by now */
  listen: 'sitecraft:listen',
  /** HostEventMessage, main → page */
  event: 'sitecraft:event',
} as const

/** A dropped, picked or pasted file as the preload knows it. */
export interface PickedFile {
  /** Absolute; '' for a file that exists in memory only. */
  path: string
  name: string
  /** Its place in a folder that was chosen, '' for a file on its own. */
  place: string
}
