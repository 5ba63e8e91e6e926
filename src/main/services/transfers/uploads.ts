import type { Attachment, UploadKind } from '#shared/contract/upload.ts'
import type { FileGrants } from '../grants.ts'
import type { Notifier } from '../ports.ts'
import type { ApiClient } from '../types.ts'
import { attachmentRule, checkFile, TEMPLATE_RULE } from './checkFile.ts'

export interface Uploads {
  /** Sends a granted file and registers it as an attachment. */
  attachment(grant: string, kind: UploadKind): Promise<Attachment>
  /** Sends a granted file and registers it in the template folder `path`. */
  toTemplate(grant: string, path: string): Promise<void>
}

/** Uploads of granted files: checked, sent as one chunk, then registered once (upload-protocol.md P5, P16). */
export function createUploads(deps: { client: () => ApiClient; grants: FileGrants; notifier: Notifier }): Uploads {
  const sent = async (kind: UploadKind, file: { path: string; name: string }, dir: string): Promise<Attachment> => {
    try {
      return await deps.client().upload(kind, file, {
        dir,
        // Storing several GB may take the server longer than a plain call.
        timeoutMs: 10 * 60_000,
      })
    } finally {
      deps.notifier.progress(null)
    }
  }
  return {
    async attachment(grant, kind) {
      const file = deps.grants.file(grant)
      await checkFile(file, attachmentRule(kind))
      const { accessPath } = await sent(kind, file, kind)
      const { data } = await deps.client().call('upload.register', { realName: file.name, accessPath })
      await deps.grants.release(grant)
      return data
    },
    async toTemplate(grant, path) {
      const file = deps.grants.file(grant)
      await checkFile(file, TEMPLATE_RULE)
      const { accessPath } = await sent('file', file, 'file')
      await deps.client().call('templateFile.upload', { path, realName: file.name, accessPath })
      await deps.grants.release(grant)
    },
  }
}
