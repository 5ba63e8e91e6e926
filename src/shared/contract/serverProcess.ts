/**
 * Messages between the desktop program and its built-in server, which runs in a utility process of Electron. What such a
 * process prints right before its exit is lost, and on Windows it can't be asked to end by a signal, so both are said here.
 */
export type FromServer =
  /** A line for a person, or the answer of a command. */
  | { line: string }
  /** The work is done and the data is closed: the process may be killed. */
  | { ended: number }

/** Asks a server to finish what is under way and to end. */
export const STOP = 'stop'
