/** Number of entries in the small column. */
export const SMALL = 100_000
/** Number of entries in the large column; SITECRAFT_BENCH_ROWS sets a smaller size for a trial. */
export const LARGE = Number(process.env.SITECRAFT_BENCH_ROWS ?? 1_000_000)
