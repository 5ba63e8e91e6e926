/** Number of entries in the small column. */
export const SMALL_ROWS = 100_000
/** Number of entries in the large column; SITECRAFT_BENCH_ROWS sets a smaller size for a trial. */
export const LARGE_ROWS = Number(process.env.SITECRAFT_BENCH_ROWS ?? 1_000_000)
