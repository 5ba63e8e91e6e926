import { HASH_PLACEHOLDER, type UploadKind } from '#shared/contract/upload.ts'
import type { UploadTarget } from '#shared/contract/uploads.ts'
import { getAttachmentRule, type FileRule, TEMPLATE_RULE } from '../transfers/checkFile.ts'
import { type ChunkPlan, type PlannedChunk, planChunks } from './core/plan.ts'
import type { UploadRecord } from './record.ts'

/** Allowed extensions and size limit of the target. */
export function ruleOf(target: UploadTarget): FileRule {
  if (target.to === 'template') return TEMPLATE_RULE
  return target.to === 'call' ? target : getAttachmentRule(target.kind)
}

/** The kind that selects one of the four upload calls. */
export const kindOf = (target: UploadTarget): UploadKind => (target.to === 'template' ? 'file' : target.kind)

/** The chunks of the file; `isOwn` as in planChunks. */
export function planOf({ size, target }: Pick<UploadRecord, 'size' | 'target'>, isOwn: boolean): ChunkPlan {
  const chunkMb = target.to === 'call' ? target.chunkMb : undefined
  return planChunks(size, isOwn, chunkMb && chunkMb * 1024 * 1024)
}

/** The parameters of a chunk's request (upload-protocol.md P1, P2). */
export function parametersOf(record: UploadRecord, plan: ChunkPlan, chunk: PlannedChunk): Record<string, string> {
  const { target, name, relativePath, size, identifier, fileMd5, sha512 } = record
  const siteId = target.to === 'library' ? target.siteId : 0
  return {
    chunkNumber: String(chunk.number),
    chunkSize: String(plan.chunkSize),
    currentChunkSize: String(chunk.end - chunk.start),
    totalSize: String(size),
    identifier,
    filename: name,
    relativePath,
    totalChunks: String(plan.chunks.length),
    dir: (target.to === 'call' && target.dir) || kindOf(target),
    fileMd5: fileMd5 || HASH_PLACEHOLDER,
    ...(siteId > 0 ? { siteId: String(siteId) } : {}),
    ...(target.to === 'library' ? { register: '1' } : {}),
    ...(sha512 && plan.chunks.length > 1 ? { sha512 } : {}),
  }
}
