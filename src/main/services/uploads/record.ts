import { z } from 'zod'
import { attachment } from '#shared/contract/upload.ts'
import { uploadTarget } from '#shared/contract/uploads.ts'

/** The part of an upload that is stored on disk and survives a restart (upload-protocol.md P14). */
export const uploadRecord = z.object({
  id: z.string(),
  /** Whose session it needs: that account of that connection. */
  connectionId: z.string(),
  username: z.string(),
  target: uploadTarget,
  name: z.string(),
  relativePath: z.string(),
  /** Absolute path of the bytes. */
  path: z.string(),
  /** The bytes are a copy of our own, which goes with the upload. */
  owned: z.boolean(),
  size: z.number(),
  /** Tells a changed file; see source.ts. */
  stamp: z.string(),
  /** Names this attempt on the server; a new one begins anew. */
  identifier: z.string(),
  /** Has the server acknowledged a chunk? */
  begun: z.boolean(),
  /** What is sent as fileMd5, and so belongs to the attempt; '' until it is known. */
  fileMd5: z.string(),
  /** The real SHA-512; '' until it is known. */
  sha512: z.string(),
  /** What the server made of the bytes; null before. */
  attachment: attachment.nullable(),
  /** The server put it into the library as it took it. */
  registered: z.boolean().default(false),
  /** The call that registers it may have been made. */
  registering: z.boolean(),
  state: z.discriminatedUnion('step', [
    z.object({ step: z.literal('open') }),
    z.object({ step: z.literal('paused') }),
    z.object({ step: z.literal('failed'), message: z.string(), retry: z.boolean() }),
  ]),
})
export type UploadRecord = z.output<typeof uploadRecord>

/** The progress of an upload of which nothing has been sent. */
export const unsent = (identifier: string) => ({
  identifier,
  begun: false,
  fileMd5: '',
  sha512: '',
  attachment: null,
  registered: false,
  registering: false,
})
