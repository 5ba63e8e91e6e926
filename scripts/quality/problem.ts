/** A broken rule: where, what, and what to do instead. */
export interface Problem {
  path: string
  line: number
  message: string
}
