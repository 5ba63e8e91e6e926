import { sql } from 'kysely'
import type { Routes } from '#server/http/routes.ts'
import { SCHEDULE_FEATURE } from '#shared/contract/contentSchedule.ts'
import { ENTRY_LOCK_FEATURE } from '#shared/contract/entryLock.ts'
import { NOTICES_FEATURE } from '#shared/contract/features.ts'
import { PUBLIC_STATE_FEATURE } from '#shared/contract/publicState.ts'
import { SITE_MAIL_FEATURE } from '#shared/contract/siteMail.ts'
import { EXPORT_PROGRESS_FEATURE } from '#shared/contract/sheet.ts'
import { DRAFT_FEATURE } from '#shared/contract/templateDraft.ts'
import { COPY_FEATURE, SYNC_FEATURE } from '#shared/contract/templateSync.ts'
import { BUNDLE } from '#shared/contract/upload.ts'
import { VERSION } from '#server/version.ts'
import { publicKey } from './rsa.ts'
import { readServerInfo } from './serverInfo.ts'

export const routes: Routes<'system'> & Routes<'rsa'> = {
  'system.capabilities': async () => ({
    product: 'sitecraft',
    version: VERSION,
    features: [
      'template-sync-1',
      SYNC_FEATURE,
      COPY_FEATURE,
      DRAFT_FEATURE,
      'chunked-upload-1',
      BUNDLE.feature,
      EXPORT_PROGRESS_FEATURE,
      NOTICES_FEATURE,
      ENTRY_LOCK_FEATURE,
      PUBLIC_STATE_FEATURE,
      SCHEDULE_FEATURE,
      SITE_MAIL_FEATURE,
    ],
  }),
  'system.health': async ({ db }) => {
    await sql`select 1`.execute(db)
    return null
  },
  'system.info': ({ deps }) => readServerInfo(deps),
  'rsa.publicKey': ({ deps }) => publicKey(deps),
}
