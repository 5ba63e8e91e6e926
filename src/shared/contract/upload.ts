import { z } from 'zod'
import { areas, cms, mutation, role, site } from './define.ts'
import { id, none, nothing, required, unshown } from './fields.ts'

/** The answer of an upload (A·§7, B·§7, C·§7; contradictions.md 12: mirrored in `datas`). */
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

/** A·§9: allowed extensions and the limit in MB per kind. `acc` is the documents' spelling; aac is accepted beside it. */
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
/** A·§4: above this size the documents' client does not hash and sends the placeholder. */
export const HASH_LIMIT_MB = 100
export const HASH_PLACEHOLDER = '0'.repeat(128)

/** Days after which an unfinished upload is removed (upload-protocol.md P15). */
export const UPLOAD_PART_DAYS = 7

/** Most chunks of an upload. An answer may list them all; the largest file fits in chunks of 256 KB. */
export const MAX_CHUNKS = 20_000

const whole = (label: string) =>
  z.coerce.number(`${label}必须是整数`).int(`${label}必须是整数`).min(0, `${label}不能小于 0`)

/** Query or form fields of an upload; upload-protocol.md P1–P3. */
export const uploadQuery = z.object({
  dir: z.string().max(254).default('file'),
  /** SHA-512, 128 hex digits, or the placeholder. */
  fileMd5: z.string().max(128).default(''),
  /**
   * The project's own addition: the real SHA-512, also above the limit. Any chunk may bring it, so a client can hash while
   * it sends. Its identifier then names one upload, however late a chunk of it is repeated.
   */
  sha512: z.string().max(128).default(''),
  /** Whose quota it counts against; 0: none's. The project's own addition. */
  siteId: id.default(0),
  /**
   * 1: the file goes into the library at once, without the register call, and the answer says `registered`. Sent again by
   * the same account under the same identifier it is the same file, once. The project's own addition.
   */
  register: whole('register').max(1, 'register 只能是 0 或 1').default(0),
  /** From 1. */
  chunkNumber: whole('chunkNumber').default(1),
  chunkSize: whole('chunkSize').default(0),
  /** Absent for clients that don't say; the bytes that come are counted anyway. */
  currentChunkSize: whole('currentChunkSize').optional(),
  totalSize: whole('totalSize').default(0),
  totalChunks: whole('totalChunks').default(1),
  identifier: z.string().max(2000).default(''),
  filename: z.string().max(1000).default(''),
  relativePath: z.string().max(4000).default(''),
})
export type UploadParameters = z.output<typeof uploadQuery>

/** Limits of a bundle of small files, and the feature of servers that accept bundles. */
export const BUNDLE = { feature: 'upload-bundle-1', files: 32, fileBytes: 512 * 1024, bytes: 8 * 1024 * 1024 } as const

/** JSON head of a bundle: its files in the order of their bytes. */
export const bundleHead = z.object({
  files: z
    .array(uploadQuery.extend({ kind: z.enum(UPLOAD_KINDS) }))
    .min(1, '请选择要上传的文件')
    .max(BUNDLE.files, `一次最多上传 ${BUNDLE.files} 个小文件`),
})

/** The answer to a chunk, or to a test for one, while other chunks are missing (upload-protocol.md P7, P8). */
export interface UploadProgress {
  skipUpload: false
  /** Numbers of the chunks that need not be sent. */
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

export const uploadOperations = areas({ upload: '上传' })({
  'upload.file': upload('file', 2),
  'upload.image': upload('image', 3),
  'upload.video': upload('video', 4),
  'upload.audio': upload('audio', 5),
  /**
   * Small files that register themselves (`register`), in one request and one transaction. The body is the length of a
   * `bundleHead` (4 bytes, big-endian), the head, and the bytes of the files. A file that is not taken answers null: sent
   * alone it is told why. The project's own addition.
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
   * Forgets an unfinished upload of the caller's own and what came of it; the parameters are those of its chunks. What is
   * finished, or was never there, stays as it is. The project's own addition.
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
    output: unshown(attachment),
  }),
})
