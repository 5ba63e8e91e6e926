import type { CallContext } from '#server/http/context.ts'
import { parseInput } from '#server/http/input.ts'
import {
  HASH_PLACEHOLDER,
  UPLOAD_RULES,
  type UploadKind,
  type UploadParameters,
  uploadQuery,
} from '#shared/contract/upload.ts'
import { IMPORT_FILES } from '#shared/contract/contentImport.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { IMPORT_DIR, SYNC_DIR } from '../attachment/attachments.ts'
import type { Owner } from './quota.ts'

const IMPORT_EXTENSIONS = new Set(Object.values(IMPORT_FILES).flatMap(({ extensions }) => extensions))
const MB = 1024 * 1024

/** upload-protocol.md P1–P3: from the query and the form alike. */
export const parseParameters = (fields: unknown): UploadParameters => parseInput(uploadQuery, fields)

export const limitBytes = (kind: UploadKind): number => UPLOAD_RULES[kind].limitMb * MB

/** Refuses by name and announced size, before the bytes are taken (A·§5, A·§9). */
export function requireAllowed(kind: UploadKind, name: string, params: UploadParameters): void {
  const extension = extensionOf(name)
  const isSource = params.dir === IMPORT_DIR && IMPORT_EXTENSIONS.has(extension)
  if (params.dir !== SYNC_DIR && !isSource && !UPLOAD_RULES[kind].extensions.includes(extension))
    throw wrongFormat(kind)
  if (params.totalSize > limitBytes(kind)) throw tooLarge(kind)
}

/** @throws AppError `forbidden` when it is to count against a site that is not the account's */
export function requireSiteOf(ctx: CallContext, { siteId }: UploadParameters): void {
  if (siteId > 0) ctx.requireSite(siteId)
}

/** Whose the upload will be. */
export const ownerOf = (ctx: CallContext, { siteId }: Pick<UploadParameters, 'siteId'>): Owner => ({
  siteId,
  accountId: ctx.signed().accountId,
})

export const wrongFormat = (kind: UploadKind, why = ''): AppError =>
  new AppError('unsupported', `${why}请上传 ${UPLOAD_RULES[kind].extensions.join(',')} 的格式!`)

export const tooLarge = (kind: UploadKind): AppError =>
  new AppError('too-large', `文件大小不能大于${UPLOAD_RULES[kind].limitMb}M!`)

/** The client's SHA-512 in lower case; null for the placeholder and for what is no such hash (P11). */
export const realHash = (fileMd5: string): string | null =>
  /^[0-9a-f]{128}$/i.test(fileMd5) && fileMd5 !== HASH_PLACEHOLDER ? fileMd5.toLowerCase() : null

/** Compares with the client's SHA-512, when it sent a real one. */
export function requireSameHash(fileMd5: string, sha512: string): void {
  if ((realHash(fileMd5) ?? sha512) !== sha512) {
    throw new AppError('invalid', '文件在上传途中损坏（校验值不一致），请重新上传')
  }
}
