// What the pages of the peers share: the same rows, and the same cells as plain elements (lighter than the products'
// own inputs and switches, so that the comparison is about the tables).
export { benchTree, flatRows } from '../rows.ts'
export { click, present } from '../stage.ts'
export const ROWS = 10_000
