/** Additions of our server that a client asks for before it uses them (`capabilities.features`). */

/** The server keeps notices and tells of new ones at once. */
export const NOTICES_FEATURE = 'notices-1'
