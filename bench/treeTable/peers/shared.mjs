// Shared code of the peers' pages: the same rows, and the same cells as plain elements (lighter than the products' own
// inputs and switches, so that only the tables are compared).
export { benchTree, flatRows } from '../rows.ts'
export { click, present } from '../stage.ts'
export const ROWS = 10_000
