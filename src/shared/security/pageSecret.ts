/**
 * The browser host's second protection: cookies are sent to every port of 127.0.0.1, so each call must also carry a
 * secret of the current run that only the page's own origin can read.
 */
export const PAGE_SECRET_HEADER = 'x-sitecraft-page'
/** sessionStorage key of the tab's secret. */
export const PAGE_SECRET_KEY = 'sitecraft.page'
/** Prefix of the one-time code in the launch address; a fragment is never sent to a server. */
export const ENTER_FRAGMENT = '#enter='
/** Path at which the page exchanges the code for the secret. */
export const ENTER_PATH = '/enter'
/** Returns the address of an event stream, or refuses the page's secret. */
export const STREAM_PATH = '/stream'
