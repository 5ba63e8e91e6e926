import { writeSync } from 'node:fs'

/** Maximum number of attempts on a pipe with a slow reader. */
const MAX_ATTEMPTS = 20

/**
 * Creates the destination of the log. A line that can't be written (disk full, reader gone) is dropped, and the next
 * written line is preceded by the number of dropped ones. Writes never block the server.
 * @param write replaced in tests; throws errors of the system
 */
export function createLogDestination(fd: number, write: (fd: number, bytes: Buffer) => number = writeSync) {
  let lost = 0
  let isTorn = false
  const writeAll = (text: string): boolean => {
    let bytes = Buffer.from(text)
    for (let tries = MAX_ATTEMPTS; bytes.length > 0 && tries > 0; tries--)
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
      // A truncated line is ended before the next one.
      if (writeAll(`${isTorn ? '\n' : ''}${told}${line}`)) lost = 0
      else lost += 1
    },
  }
}

/**
 * Ignores write errors of standard output and error, because an unhandled error of a full disk would end the process.
 */
export function ignoreWriteErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
