/** B·§9: is a product of the net values open or closed? The code stands in its singleLine16. */
export const PRODUCT_STATUS = { open: '10135', closed: '10134' } as const
export type ProductStatusCode = (typeof PRODUCT_STATUS)[keyof typeof PRODUCT_STATUS]

/** B·§9: the stop time of an open product. */
export const NEVER_STOPS = '9999-12-31 23:59:59'

/** B·§4: opening lasts for ever, closing begins now. @param now as formatDateTime writes it */
export const stopTimeOf = (open: boolean, now: string): string => (open ? NEVER_STOPS : now)
