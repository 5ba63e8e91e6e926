/** A·§3 manageType of a site that is managed on its own: nothing is copied into it from another (A·§4). */
export const INDEPENDENT_SITE = 1202
