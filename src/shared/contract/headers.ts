/**
 * Request header with the client's random id, by which the server recognises it at later sign-ins (beyond the
 * documents).
 */
export const DEVICE_HEADER = 'x-sitecraft-device'
const DEVICE_ID = /^[\w-]{43}$/
export const isDeviceId = (id: string): boolean => DEVICE_ID.test(id)

/**
 * Response header with the caller's group and the version of its grants: when that differs, the client reads
 * account.current again.
 */
export const GRANTS_HEADER = 'sitecraft-grants'

/** Request header with the caller's id of an export, for polling its progress. */
export const EXPORT_ID_HEADER = 'x-sitecraft-watch'
export const EXPORT_ID_PATTERN = /^[\w-]{16,64}$/

/** Prefix of every API token in the authorization header, so that a leaked token is recognisable. */
export const TOKEN_PREFIX = 'sct.'
