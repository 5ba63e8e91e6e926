import { close, open, read } from 'node:fs'

/**
 * Reads a file of a known size with half the system calls of `readFile`. The result has one byte more when the file has
 * grown.
 * @param size bytes
 * @throws the file system's error
 */
export function readSized(file: string, size: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    open(file, 'r', (cannotOpen, handle) => {
      if (cannotOpen) return reject(cannotOpen)
      const bytes = Buffer.allocUnsafe(size + 1)
      let length = 0
      const done = (error: Error | null): void =>
        close(handle, () => (error ? reject(error) : resolve(bytes.subarray(0, length))))
      const more = (): void =>
        read(handle, bytes, length, bytes.length - length, length, (error, count) => {
          length += count
          if (error || count === 0 || length >= size) done(error)
          else more()
        })
      more()
    })
  })
}
