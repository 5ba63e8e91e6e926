/** The product's version, as capabilities and the API document name it; a test holds it to package.json. */
export const VERSION = '0.1.0'
