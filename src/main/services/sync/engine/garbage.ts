import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So long after the last large piece of work, ms. */
const QUIET = 10_000

let timer: NodeJS.Timeout | null = null
let collect: (() => void) | null = null

/**
 * Frees what much work has left behind, once it is quiet: V8 collects when it needs room, and an idle host needs none. The first sync of
 * 5,000 files left 48 MB of file contents for as long as nothing else happened. Takes some 50 ms.
 */
export function collectWhenQuiet(ms = QUIET): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => {
    timer = null
    collect ??= collector()
    collect()
  }, ms).unref()
}

/** V8's own call, which a new context has once it is switched on. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (() => void) | undefined
  return () => gc?.()
}
