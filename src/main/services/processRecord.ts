import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

/** What a record says of its process: where it listens. */
export const listening = z.object({ port: z.number().int().min(1).max(65535), pid: z.number().int() })

/** A file of the data folder in which a running process says how it can be reached. Only this user may read it. */
export class ProcessRecord<T extends z.output<typeof listening>> {
  readonly #path: string
  readonly #schema: z.ZodType<T>

  constructor(dataDir: string, name: string, schema: z.ZodType<T>) {
    this.#path = join(dataDir, name)
    this.#schema = schema
  }

  /** Null when there is none or it can't be read. */
  async read(): Promise<T | null> {
    try {
      return this.#schema.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      return null
    }
  }

  /** Null also when the process of the record is gone. */
  async readAlive(): Promise<T | null> {
    const record = await this.read()
    return record && isAlive(record.pid) ? record : null
  }

  write(record: T): Promise<void> {
    return writeFileAtomic(this.#path, JSON.stringify(record), { mode: 0o600 })
  }

  /** Leaves what another process has put in its place. */
  async remove(isOwn: (record: T) => boolean): Promise<void> {
    const record = await this.read()
    if (record && isOwn(record)) await rm(this.#path, { force: true })
  }
}

/** Is there a process of that id? False for what is no id. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
