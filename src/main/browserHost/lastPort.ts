import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { isAlive } from '#services/backend/record.ts'
import { jsonOrNull } from '#shared/util/json.ts'

const record = z.object({ port: z.number().int().min(1).max(65535), pid: z.number().int() })

const fileIn = (dataDir: string): string => join(dataDir, 'browserHost.json')
const read = async (dataDir: string): Promise<z.output<typeof record> | null> =>
  readFile(fileIn(dataDir), 'utf8').then(
    (text) => record.safeParse(jsonOrNull(text)).data ?? null,
    () => null,
  )

/**
 * The port of the last run on this data folder; 0 for none. The port is part of the page's origin: only under the same one
 * do open tabs go on and give back what they kept while the host was away.
 */
export const lastPort = async (dataDir: string): Promise<number> => (await read(dataDir))?.port ?? 0

/** Remembers the port, unless another run on the same data still has its own. */
export async function rememberPort(dataDir: string, port: number): Promise<void> {
  const known = await read(dataDir)
  if (known && known.pid !== process.pid && isAlive(known.pid)) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFileAtomic(fileIn(dataDir), JSON.stringify({ port, pid: process.pid }), { mode: 0o600 })
}
