import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonFile, type JsonFile } from '#services/files/jsonFile.ts'
import type { Logger } from '#services/types.ts'

/** A connected folder as stored. */
const workspaceRecord = z.object({
  id: z.string(),
  connectionId: z.string(),
  folder: z.string(),
  templateName: z.string(),
  localPath: z.string(),
  paused: z.boolean(),
})
export type WorkspaceRecord = z.output<typeof workspaceRecord>

const records = z.array(workspaceRecord)

export const openRecords = (dataDir: string, log: Logger): JsonFile<WorkspaceRecord[]> =>
  jsonFile(join(dataDir, 'sync', 'workspaces.json'), records, [], log)

/** Folder of a workspace's base. */
export const stateDirOf = (dataDir: string, id: string): string => join(dataDir, 'sync', id)

/** Deletes the workspace's state; the trash stays. */
export async function deleteState(stateDir: string): Promise<void> {
  for (const name of await readdir(stateDir).catch(() => [])) {
    if (name !== 'trash') await rm(join(stateDir, name), { recursive: true, force: true })
  }
}
