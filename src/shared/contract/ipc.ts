/** The page's address in Electron, and the names of the only channels between page and main process. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://sitecraft`

export const CHANNEL = {
  /** (name, input) → Result */
  invoke: 'sitecraft:invoke',
  /** (PickedFile[]) → Result with a grant or an address for each file (GrantedFile) */
  grant: 'sitecraft:grant',
  /** () one way: the page subscribes to events and first receives the current state */
  listen: 'sitecraft:listen',
  /** HostEventMessage, main → page */
  event: 'sitecraft:event',
} as const

/** A dropped, picked or pasted file in the preload. */
export interface PickedFile {
  /** Absolute; '' for a file that exists in memory only. */
  path: string
  name: string
  /** Path within a chosen folder; '' for a single file. */
  place: string
}
