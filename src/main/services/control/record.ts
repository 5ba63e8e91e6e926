import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { isAlive } from '../backend/record.ts'

const record = z.object({ port: z.number().int().min(1).max(65535), pid: z.number().int(), secret: z.string().min(20) })
/** Where the program that works on a data folder can be asked, and the secret of this run of it. */
export type ControlRecord = z.output<typeof record>

const fileIn = (dataDir: string): string => join(dataDir, 'control.json')

/** null when no program runs on the data folder. */
export async function readControl(dataDir: string): Promise<ControlRecord | null> {
  const found = await read(dataDir)
  return found && isAlive(found.pid) ? found : null
}

async function read(dataDir: string): Promise<ControlRecord | null> {
  try {
    return record.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** Only this user may read it. */
export const writeControl = (dataDir: string, value: ControlRecord): Promise<void> =>
  writeFileAtomic(fileIn(dataDir), JSON.stringify(value), { mode: 0o600 })

/** Removes the record unless another run has put its own in place. */
export async function removeControl(dataDir: string, secret: string): Promise<void> {
  if ((await read(dataDir))?.secret === secret) await rm(fileIn(dataDir), { force: true })
}
