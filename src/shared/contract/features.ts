/** Optional features of our server that a client checks before it uses them (`capabilities.features`). */

/** The server stores notices and pushes new ones at once. */
export const NOTICES_FEATURE = 'notices-1'
