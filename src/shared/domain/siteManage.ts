/** A·§3 manageType of an independently managed site: other sites cannot copy content into it (A·§4). */
export const INDEPENDENT_SITE = 1202
