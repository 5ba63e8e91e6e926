import type { CallContext } from '#server/http/context.ts'
import { storesOf } from '#server/storage/stores.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { discardTemp } from '#server/storage/leftovers.ts'
import { type StoredBytes, TemplateChange } from '#server/storage/templates/templateChange.ts'
import { recordRevisions } from './record.ts'
import type { RevisionKind } from './table.ts'
import { lockTemplate } from '../template/index.ts'

/**
 * Changes files of a template under its lock, in the call's transaction. Clients that follow the template are notified,
 * and replaced or removed files stay as versions. `kind` is the operation, `machine` the computer.
 */
export async function changeFiles<T>(
  ctx: CallContext,
  templateId: number,
  { kind, machine = '' }: { kind: RevisionKind; machine?: string },
  work: (change: TemplateChange) => Promise<T>,
): Promise<T> {
  const { contents } = await storesOf(ctx.deps)
  const version = await lockTemplate(ctx.db, templateId)
  const [time, changedBy] = [ctx.clock.now().getTime(), ctx.requireSignedIn().username]
  const change = new TemplateChange({
    db: ctx.db,
    contents,
    templateId,
    time,
    stamp: { version, changedBy, machine },
  })
  const result = await work(change)
  const changes = await change.finish()
  await recordRevisions(ctx.db, templateId, changes, { by: changedBy, machine, at: time, kind })
  return result
}

/** Stores the bytes of a claimed upload (claimUpload) for a template file. */
export async function storeClaimedUpload(
  ctx: CallContext,
  { file, size, sha256 }: { file: string; size: number; sha256: string },
): Promise<StoredBytes> {
  const { contents } = await storesOf(ctx.deps)
  const content = { sha256: sha256 || (await hashFile(file, 'sha256')), size }
  await contents.put([{ ...content, file }])
  // Only after the commit, because a failed transaction releases the upload.
  ctx.afterCommit(() => discardTemp(file))
  return content
}
