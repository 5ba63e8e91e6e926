/** The page's address in Electron, and the names of the only three channels between page and main process. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://sitecraft`

export const CHANNEL = {
  /** (name, input) → Result */
  invoke: 'sitecraft:invoke',
  /** (absolute paths of dropped or picked files, found by the preload) → Result<string[]> of grants */
  grant: 'sitecraft:grant',
  /** HostEventMessage, main → page */
  event: 'sitecraft:event',
} as const
