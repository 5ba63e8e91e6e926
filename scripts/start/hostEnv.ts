/** glibc's own limit for blocks of their own, bytes. */
const BLOCK = '131072'

/**
 * What the browser host and its server are started with, beside the environment of the user. Unless told a limit, glibc raises it
 * with each larger block that is given back, up to 32 MB, and then keeps what contents of files took: 40 MB after the first
 * synchronisation of a few templates. It also makes up to eight heaps for each core, one for each thread that finds the others
 * in use; with one the host holds 12 MB less after 50,000 files were compared, and copies them as fast. Other systems'
 * allocators don't read it.
 */
export const HOST_ENV = { MALLOC_MMAP_THRESHOLD_: BLOCK, MALLOC_TRIM_THRESHOLD_: BLOCK, MALLOC_ARENA_MAX: '1' }
