/** Environment variable with the folder in which the recorder writes one file per test file. */
export const RAN_FOLDER = 'SITECRAFT_RAN_FOLDER'
/** Environment variable with the copy of the sources in which the tests run. */
export const ROOT_ENV = 'SITECRAFT_MUTANTS_ROOT'
/** Environment variable with the test files in order, as a JSON list. */
export const ORDER_ENV = 'SITECRAFT_MUTANTS_ORDER'
