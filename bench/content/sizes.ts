/** Entries of the small column. */
export const SMALL = 100_000
/** Entries of the large one; SITECRAFT_BENCH_ROWS for a quick look. */
export const LARGE = Number(process.env.SITECRAFT_BENCH_ROWS ?? 1_000_000)
