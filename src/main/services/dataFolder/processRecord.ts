import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

/** The port and process id that every record has. */
export const listeningProcess = z.object({ port: z.number().int().min(1).max(65535), pid: z.number().int() })

/** A file in the data folder with the address of a running process. Only this user may read it. */
export class ProcessRecord<T extends z.output<typeof listeningProcess>> {
  readonly #path: string
  readonly #schema: z.ZodType<T>

  constructor(dataDir: string, name: string, schema: z.ZodType<T>) {
    this.#path = join(dataDir, name)
    this.#schema = schema
  }

  /** null when there is none or it can't be read. */
  async read(): Promise<T | null> {
    try {
      return this.#schema.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      return null
    }
  }

  /** null also when the record's process has ended. */
  async readAlive(): Promise<T | null> {
    const record = await this.read()
    return record && isAlive(record.pid) ? record : null
  }

  write(record: T): Promise<void> {
    return writeFileAtomic(this.#path, JSON.stringify(record), { mode: 0o600 })
  }

  /** Leaves the record of another process. */
  async remove(isOwn: (record: T) => boolean): Promise<void> {
    const record = await this.read()
    if (record && isOwn(record)) await rm(this.#path, { force: true })
  }
}

/** Whether a process with this id exists; false for an invalid id. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
