import { join } from 'node:path'
import { z } from 'zod'
import { siteGrant } from '#shared/contract/account.ts'
import { jsonFile, type JsonFile } from '../files/jsonFile.ts'
import type { Logger } from '../types.ts'

/** The part of a session that may be stored on disk: the account and its grants, never the token. */
const sessionFacts = z.object({
  username: z.string(),
  groupId: z.number(),
  siteItemDTOList: z.array(siteGrant),
  currentSiteId: z.number(),
  mustChangePassword: z.boolean().default(false),
  mustSetUpFactor: z.boolean().default(false),
})
export type SessionFacts = z.output<typeof sessionFacts>

const factsByConnection = z.record(z.string(), sessionFacts)
export type StoredFacts = z.output<typeof factsByConnection>
export type FactsFile = JsonFile<StoredFacts>

/** dataDir/session.json: the facts of each signed-in connection, by its id. */
export const openFactsFile = (dataDir: string, log: Logger): FactsFile =>
  jsonFile(join(dataDir, 'session.json'), factsByConnection, {}, log)
