/**
 * The browser host's second lock. A cookie goes to every port of 127.0.0.1, so whoever gets it must not be able to call
 * anything: each call also carries a secret of this run that only the page's own origin can read.
 */
export const PAGE_SECRET_HEADER = 'x-sitecraft-page'
/** Where a tab keeps it. */
export const PAGE_SECRET_KEY = 'sitecraft.page'
/** What stands before the one-time code in the address to which a launch address leads; a fragment is never sent. */
export const ENTER_FRAGMENT = '#enter='
/** The page exchanges the code for the secret here. */
export const ENTER_PATH = '/enter'
/** Answers the address of an event stream, and whether the host takes the page for its own. */
export const STREAM_PATH = '/stream'
