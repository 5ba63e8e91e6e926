import { z } from 'zod'
import { withAreaTitles, cms, mutation, role, site } from './define.ts'
import { id, none, nothing, required, undocumentedOutput } from './fields.ts'

/** The response of an upload (A·§7, B·§7, C·§7; contradictions.md 12: repeated in `datas`). */
export const attachment = z.object({
  id: z.number(),
  oldName: z.string(),
  accessPath: z.string(),
  extension: z.string(),
  size: z.number(),
  imageWidth: z.number(),
  imageHeight: z.number(),
})
export type Attachment = z.output<typeof attachment>

export const UPLOAD_KINDS = ['file', 'image', 'video', 'audio'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** A·§9: allowed extensions and the limit in MB per kind. `acc` is the documents' spelling; aac is accepted too. */
export const UPLOAD_RULES: Record<UploadKind, { extensions: readonly string[]; limitMb: number }> = {
  image: { extensions: ['gif', 'jpg', 'jpeg', 'png'], limitMb: 50 },
  video: { extensions: ['mp4', 'webm', 'ogg'], limitMb: 5000 },
  audio: { extensions: ['wav', 'mp3', 'ogg', 'acc', 'aac', 'webm'], limitMb: 5000 },
  file: {
    extensions: [
      'zip',
      'rar',
      'gz',
      'doc',
      'docx',
      'xls',
      'xlsx',
      'pdf',
      'gif',
      'jpg',
      'jpeg',
      'png',
      'mp3',
      'mp4',
      'js',
      'html',
      'css',
    ],
    limitMb: 5000,
  },
}
/** A·§4: above this size the documents' client sends the placeholder instead of a hash. */
export const MAX_HASHED_MB = 100
export const HASH_PLACEHOLDER = '0'.repeat(128)

/** Days after which an unfinished upload is removed (upload-protocol.md P15). */
export const UPLOAD_PART_RETENTION_DAYS = 7

/**
 * Maximum number of chunks of an upload, because a response may list them all; the largest file fits in chunks of 256
 * KB.
 */
export const MAX_CHUNKS = 20_000

const nonNegativeInt = (label: string) =>
  z.coerce.number(`${label}必须是整数`).int(`${label}必须是整数`).min(0, `${label}不能小于 0`)

/** Query or form fields of an upload; upload-protocol.md P1–P3. */
export const uploadQuery = z.object({
  dir: z.string().max(254).default('file'),
  /** SHA-512, 128 hex digits, or the placeholder. */
  fileMd5: z.string().max(128).default(''),
  /**
   * The project's own addition: the real SHA-512, also above the limit. Any chunk may carry it, so a client can hash
   * while sending. The identifier then names one upload, however late one of its chunks is repeated.
   */
  sha512: z.string().max(128).default(''),
  /** Site whose quota is used; 0: none. The project's own addition. */
  siteId: id.default(0),
  /**
   * 1: the file is added to the library at once, without the register call, and the response contains `registered`.
   * Repeating the upload with the same account and identifier returns the same file. The project's own addition.
   */
  register: nonNegativeInt('register').max(1, 'register 只能是 0 或 1').default(0),
  /** From 1. */
  chunkNumber: nonNegativeInt('chunkNumber').default(1),
  chunkSize: nonNegativeInt('chunkSize').default(0),
  /** Optional for clients; the server counts the received bytes anyway. */
  currentChunkSize: nonNegativeInt('currentChunkSize').optional(),
  totalSize: nonNegativeInt('totalSize').default(0),
  totalChunks: nonNegativeInt('totalChunks').default(1),
  identifier: z.string().max(2000).default(''),
  filename: z.string().max(1000).default(''),
  relativePath: z.string().max(4000).default(''),
})
export type UploadParameters = z.output<typeof uploadQuery>

/** Limits of a bundle of small files, and the feature name of servers that accept bundles. */
export const BUNDLE = { feature: 'upload-bundle-1', files: 32, fileBytes: 512 * 1024, bytes: 8 * 1024 * 1024 } as const

/** JSON head of a bundle: its files in the order of their bytes. */
export const bundleHead = z.object({
  files: z
    .array(uploadQuery.extend({ kind: z.enum(UPLOAD_KINDS) }))
    .min(1, '请选择要上传的文件')
    .max(BUNDLE.files, `一次最多上传 ${BUNDLE.files} 个小文件`),
})

/** The response to a chunk, or to a test for a chunk, while other chunks are missing (upload-protocol.md P7, P8). */
export interface UploadProgress {
  skipUpload: false
  /** Numbers of the chunks that the server already has. */
  uploaded: number[]
}

const upload = (kind: UploadKind, call: number) =>
  mutation({
    method: 'POST',
    path: `api/upload/${kind}`,
    call,
    title: `上传${{ file: '文件', image: '图片', video: '视频', audio: '音频' }[kind]}`,
    access: site(role, 'siteId'),
    scopes: ['upload.write'],
    raw: true,
    input: uploadQuery,
    output: attachment,
  })

export const uploadOperations = withAreaTitles({ upload: '上传' })({
  'upload.file': upload('file', 2),
  'upload.image': upload('image', 3),
  'upload.video': upload('video', 4),
  'upload.audio': upload('audio', 5),
  /**
   * Uploads small files with `register` in one request and one transaction. The body is the length of a `bundleHead` (4
   * bytes, big-endian), the head, and the bytes of the files. A refused file returns null: uploading it alone returns
   * the reason. The project's own addition.
   */
  'upload.bundle': mutation({
    method: 'POST',
    path: 'api/upload/bundle',
    title: '上传多个文件',
    access: role,
    raw: true,
    input: none,
    output: z.array(attachment.nullable()),
  }),
  /**
   * Discards an unfinished upload of the caller; the parameters are those of its chunks. Finished and unknown uploads
   * are unaffected. The project's own addition.
   */
  'upload.cancel': mutation({
    method: 'POST',
    path: cms('attachment/cancelUpload'),
    title: '取消上传',
    access: role,
    input: uploadQuery.extend({ kind: z.enum(UPLOAD_KINDS) }),
    output: nothing,
  }),
  'upload.register': mutation({
    method: 'POST',
    path: cms('attachment/register'),
    call: 6,
    title: '登记上传',
    access: role,
    input: z.object({
      realName: required('请输入名称', 255),
      accessPath: required('请提供 accessPath', 2000),
      path: z.string().max(2000).default(''),
    }),
    output: undocumentedOutput(attachment),
  }),
})
