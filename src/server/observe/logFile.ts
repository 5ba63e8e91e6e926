import { writeSync } from 'node:fs'

/** A pipe whose reader is slow is tried again so often. */
const TRIES = 20

/**
 * Where the log goes. A line that can't be written, because the disk is full or the reader is gone, is lost; how many were
 * is said before the next line that can. No write waits for room: the server goes on.
 * @param write for tests; throws what the system says
 */
export function logTo(fd: number, write: (fd: number, bytes: Buffer) => number = writeSync) {
  let lost = 0
  let isTorn = false
  const writeAll = (text: string): boolean => {
    let bytes = Buffer.from(text)
    for (let tries = TRIES; bytes.length > 0 && tries > 0; tries--)
      try {
        const written = write(fd, bytes)
        if (written > 0) isTorn = written < bytes.length || !text.endsWith('\n')
        bytes = bytes.subarray(written)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return false
      }
    return bytes.length === 0
  }
  return {
    write(line: string): void {
      const told =
        lost > 0 ? `${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines of the log were lost' })}\n` : ''
      // A line that was cut off ends before the next one begins.
      if (writeAll(`${isTorn ? '\n' : ''}${told}${line}`)) lost = 0
      else lost += 1
    },
  }
}

/** Texts for a person that can't be written are lost as well: without this the error of a full disk would end the process. */
export function loseWhatCannotBeWritten(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
