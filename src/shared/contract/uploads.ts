import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { nothing } from './fields.ts'
import { attachment, UPLOAD_KINDS } from './upload.ts'

/** Target of a file after its bytes have arrived. */
export const uploadTarget = z.discriminatedUnion('to', [
  /** Registered in the resource library (call 6). siteId: site whose quota is used; 0: none. */
  z.object({ to: z.literal('library'), kind: z.enum(UPLOAD_KINDS), siteId: z.number().int().min(0).default(0) }),
  /**
   * Moved into a folder of a template (call 61): `path` from the templates' root, followed by the file's own relative
   * folders.
   */
  z.object({ to: z.literal('template'), path: z.string().min(1).max(2000) }),
  /** Sent but not registered: the caller passes its accessPath to the next call (imports). */
  z.object({
    to: z.literal('call'),
    kind: z.enum(UPLOAD_KINDS),
    extensions: z.array(z.string()),
    limitMb: z.number(),
    /** Chunk size where the documents prescribe one; absent: chosen by the upload engine. */
    chunkMb: z.number().int().min(1).max(5000).optional(),
    /** import: a source of contentImport.begin, which accepts more file types and is retained for some days. */
    dir: z.literal('import').optional(),
  }),
])
export type UploadTarget = z.output<typeof uploadTarget>

/** upload-protocol.md P12, P14. Byte counts are those of the file, without protocol overhead. */
const uploadState = z.discriminatedUnion('step', [
  /** In the queue; three uploads run at a time. */
  z.object({ step: z.literal('waiting') }),
  z.object({ step: z.literal('hashing'), done: z.number() }),
  z.object({ step: z.literal('sending') }),
  z.object({ step: z.literal('registering') }),
  z.object({ step: z.literal('paused') }),
  /** Resumes automatically when somebody signs in, or the server responds again. */
  z.object({ step: z.literal('held'), reason: z.enum(['signed-out', 'unreachable']), message: z.string() }),
  /** `retry` false: a retry cannot succeed (wrong extension, too large). */
  z.object({ step: z.literal('failed'), message: z.string(), retry: z.boolean() }),
  /** attachment: null for a template file. */
  z.object({ step: z.literal('done'), attachment: attachment.nullable() }),
])
export type UploadState = z.output<typeof uploadState>

const uploadTask = z.object({
  id: z.string(),
  name: z.string(),
  /** Path within the dropped folder, `a/b/c.css`; only the name for a single file. */
  relativePath: z.string(),
  target: uploadTarget,
  size: z.number(),
  /** Bytes acknowledged by the server or in transit. */
  sent: z.number(),
  /** Bytes per second over the last seconds; 0 while nothing is sent. */
  speed: z.number(),
  /** Remaining seconds; null while unknown. */
  remaining: z.number().nullable(),
  state: uploadState,
})
export type UploadTask = z.output<typeof uploadTask>

/** Totals of all unfinished uploads. */
const uploadTotals = z.object({
  /** Waiting, running, held or paused. */
  open: z.number(),
  /** Currently running. */
  active: z.number(),
  failed: z.number(),
  bytes: z.number(),
  sent: z.number(),
  speed: z.number(),
  remaining: z.number().nullable(),
})
export type UploadTotals = z.output<typeof uploadTotals>

/** Payload of `uploads.changed`: new and changed tasks in the queue's order, and removed ids. */
export const uploadChanges = z.object({
  tasks: z.array(uploadTask),
  removed: z.array(z.string()),
  /** All ids in the queue's order; null if the order is unchanged. */
  order: z.array(z.string()).nullable(),
  totals: uploadTotals,
})
export type UploadChanges = z.output<typeof uploadChanges>

const ids = z.object({ ids: z.array(z.string().max(64)).max(100_000) })
const stale = ['uploads.list'] as const

export const uploadsOperations = {
  'uploads.list': hostQuery({
    title: '上传列表',
    input: z.object({}),
    output: z.object({ tasks: z.array(uploadTask), totals: uploadTotals }),
  }),
  /**
   * Adds granted files (and the files of granted folders) to the queue of the current connection and checks each at
   * once. A refused file (extension, size, missing) creates no task; its message is for a toast.
   */
  'uploads.add': hostMutation({
    title: '上传',
    input: z.object({
      grants: z.array(z.string().min(1).max(200)).min(1, '请选择要上传的文件').max(100_000),
      target: uploadTarget,
    }),
    output: z.object({
      tasks: z.array(uploadTask),
      refused: z.array(z.object({ name: z.string(), message: z.string() })),
    }),
  }),
  /**
   * Downloads a picture of a pasted article from its editor's image host (shared/domain/webPictures; every other
   * address is `forbidden`) and adds it to the queue like uploads.add. `name` has no extension yet.
   */
  'uploads.addPicture': hostMutation({
    title: '下载图片',
    input: z.object({ url: z.string().max(4000), name: z.string().min(1).max(200), target: uploadTarget }),
    output: z.object({ tasks: z.array(uploadTask) }),
  }),
  'uploads.pause': hostMutation({ title: '暂停上传', input: ids, output: nothing }),
  'uploads.resume': hostMutation({ title: '继续上传', input: ids, output: nothing }),
  /** Removes tasks in any state; nothing of an unfinished upload remains. */
  'uploads.cancel': hostMutation({ title: '取消上传', input: ids, output: nothing }),
  /** Resumes failed uploads where they stopped. */
  'uploads.retry': hostMutation({ title: '重试上传', input: ids, output: nothing }),
  /** Moves a task before another one; to the end if `before` is empty. */
  'uploads.move': hostMutation({
    title: '调整上传顺序',
    input: z.object({ id: z.string().max(64), before: z.string().max(64) }),
    output: nothing,
  }),
  /** Removes finished tasks from the list. */
  'uploads.clear': hostMutation({ title: '清除上传记录', input: z.object({}), output: nothing, stale }),
}
