/** The page's address in Electron, and the names of the only channels between page and main process. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://sitecraft`

export const CHANNEL = {
  /** (name, input) → Result */
  invoke: 'sitecraft:invoke',
  /** (absolute paths of dropped or picked files, found by the preload) → Result<string[]> of grants */
  grant: 'sitecraft:grant',
  /** () one way: the page wants to hear events, beginning with what it must know by now */
  listen: 'sitecraft:listen',
  /** HostEventMessage, main → page */
  event: 'sitecraft:event',
} as const
