import { z } from 'zod'
import { parseInput } from '#server/http/input.ts'
import { HASH_PLACEHOLDER, UPLOAD_RULES, type UploadKind, uploadQuery } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { SYNC_DIR } from './attachments.ts'

const MB = 1024 * 1024

/** upload-protocol.md P1–P3: what this server looks at of the parameters, from the query and the form alike. */
const parameters = uploadQuery.extend({
  totalChunks: z.coerce.number().int().min(0).default(1),
  totalSize: z.coerce.number().min(0).default(0),
})
export type UploadParameters = z.output<typeof parameters>

export const parseParameters = (fields: unknown): UploadParameters => parseInput(parameters, fields)

export const limitBytes = (kind: UploadKind): number => UPLOAD_RULES[kind].limitMb * MB

/** Refuses by name and announced size, before the bytes are taken (A·§5, A·§9). */
export function requireAllowed(kind: UploadKind, name: string, params: UploadParameters): void {
  const { extensions } = UPLOAD_RULES[kind]
  if (params.totalChunks > 1) {
    throw new AppError('unsupported', '这个服务器暂不接收分片上传，请把文件作为一个分片上传（totalChunks 为 1）')
  }
  if (params.dir !== SYNC_DIR && !extensions.includes(extensionOf(name))) {
    throw new AppError('unsupported', `请上传 ${extensions.join(',')} 的格式!`)
  }
  if (params.totalSize > limitBytes(kind)) throw tooLarge(kind)
}

export const tooLarge = (kind: UploadKind): AppError =>
  new AppError('too-large', `文件大小不能大于${UPLOAD_RULES[kind].limitMb}M!`)

/** Compares with the client's SHA-512. The placeholder, and what is no such hash, is not compared (P11). */
export function requireSameHash(fileMd5: string, sha512: string): void {
  if (!/^[0-9a-f]{128}$/i.test(fileMd5) || fileMd5 === HASH_PLACEHOLDER) return
  if (fileMd5.toLowerCase() !== sha512) {
    throw new AppError('invalid', '文件在上传途中损坏（校验值不一致），请重新上传')
  }
}
