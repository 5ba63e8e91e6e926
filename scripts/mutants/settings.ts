/** Names the folder into which the recorder writes one file for each test file. */
export const RAN_FOLDER = 'SITECRAFT_RAN_FOLDER'
/** Names the copy of the sources in which the tests run. */
export const ROOT_ENV = 'SITECRAFT_MUTANTS_ROOT'
/** A JSON list of the test files in the order in which they run. */
export const ORDER_ENV = 'SITECRAFT_MUTANTS_ORDER'
