/** B·§9: codes of open and closed products of net values, stored in singleLine16. */
export const PRODUCT_STATUS = { open: '10135', closed: '10134' } as const
export type ProductStatusCode = (typeof PRODUCT_STATUS)[keyof typeof PRODUCT_STATUS]

/** B·§9: the stop time of an open product. */
export const NEVER_STOPS = '9999-12-31 23:59:59'

/**
 * B·§4: the stop time after opening (never) or closing (now).
 * @param now in the format of formatDateTime
 */
export const stopTimeOf = (open: boolean, now: string): string => (open ? NEVER_STOPS : now)
