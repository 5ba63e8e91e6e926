/**
 * Names with a hash of the content: 8 or more hexadecimal characters, digits and letters among the first ones (`app.3f9a02bc.js`). In
 * words that the regular expressions of all web servers know.
 */
export const HASHED_NAME = '[.-](?:[0-9]+[a-f]|[a-f]+[0-9])[0-9a-f]{6,}\\.[a-z0-9]+$'

const PATTERN = new RegExp(HASHED_NAME)

/** Never changes at its address, so that browsers may keep it. */
export const isHashedName = (path: string): boolean => PATTERN.test(path)
