import { z } from 'zod'
import { attachment } from '#shared/contract/upload.ts'
import { uploadTarget } from '#shared/contract/uploads.ts'

/** The part of an upload that is stored on disk and survives a restart (upload-protocol.md P14). */
export const uploadRecord = z.object({
  id: z.string(),
  /** The account and connection whose session the upload needs. */
  connectionId: z.string(),
  username: z.string(),
  target: uploadTarget,
  name: z.string(),
  relativePath: z.string(),
  /** Absolute path of the bytes. */
  path: z.string(),
  /** The bytes are a temporary copy that is deleted with the upload. */
  owned: z.boolean(),
  size: z.number(),
  /** Changes when the file changes; see source.ts. */
  stamp: z.string(),
  /** Identifies this attempt on the server; a new identifier restarts the upload. */
  identifier: z.string(),
  /** Whether the server has acknowledged a chunk. */
  begun: z.boolean(),
  /** The value sent as fileMd5, which is part of the attempt; '' until known. */
  fileMd5: z.string(),
  /** The real SHA-512; '' until known. */
  sha512: z.string(),
  /** The attachment that the server created; null before. */
  attachment: attachment.nullable(),
  /** The server registered the file in the library on arrival. */
  registered: z.boolean().default(false),
  /** The registering call may have been sent. */
  registering: z.boolean(),
  state: z.discriminatedUnion('step', [
    z.object({ step: z.literal('open') }),
    z.object({ step: z.literal('paused') }),
    z.object({ step: z.literal('failed'), message: z.string(), retry: z.boolean() }),
  ]),
})
export type UploadRecord = z.output<typeof uploadRecord>

/** The progress of an upload that has sent nothing. */
export const createUnsentProgress = (identifier: string) => ({
  identifier,
  begun: false,
  fileMd5: '',
  sha512: '',
  attachment: null,
  registered: false,
  registering: false,
})
