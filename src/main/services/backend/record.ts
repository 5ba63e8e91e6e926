import { readFile, rm } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

const record = z.object({ port: z.number().int().min(1).max(65535), pid: z.number().int(), nonce: z.string() })

/** Which server process serves a data folder: how a second instance finds and joins it, and the port to take again. */
export type BackendRecord = z.output<typeof record>

/** null when there is none or it can't be read. */
export async function readRecord(path: string): Promise<BackendRecord | null> {
  try {
    return record.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

export const writeRecord = (path: string, value: BackendRecord): Promise<void> =>
  writeFileAtomic(path, JSON.stringify(value), { mode: 0o600 })

/** Removes the record unless another instance has put its own in place. */
export async function removeRecord(path: string, nonce: string): Promise<void> {
  if ((await readRecord(path))?.nonce === nonce) await rm(path, { force: true })
}

/** Is there a process of that id? False for what is no id. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
