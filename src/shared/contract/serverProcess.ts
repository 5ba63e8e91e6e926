/**
 * Messages between the desktop program and its built-in server in an Electron utility process. Output right before the
 * exit of such a process is lost, and on Windows it receives no signals, so messages report output and the end.
 */
export type FromServer =
  /** A line for the user, or the response to a command. */
  | { line: string }
  /** Work is finished and data is closed: the process may be killed. */
  | { ended: number }

/** Asks the server to finish its current work and exit. */
export const STOP = 'stop'
