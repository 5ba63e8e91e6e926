/** A broken rule: its position, and a message with the remedy. */
export interface Problem {
  path: string
  line: number
  message: string
}
