import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { flag, none, nothing } from './fields.ts'

/**
 * The project's own calls for two-way sync; the documented file calls do not support an atomic compare-and-write
 * (sync-rules.md S11). `folder` is the template's folder, `path` is relative to it with `/`. Feature `template-sync-1`:
 * manifest, wait, put, remove and makeFolder; `template-sync-2`: all calls.
 */
export const SYNC_FEATURE = 'template-sync-2'

/** putBatch accepts files of kind `copy`, so that a renamed file need not be sent again (S25). */
export const COPY_FEATURE = 'template-copy-1'

/** Limits of one batch call. */
export const MAX_SYNC_BATCH = { paths: 500, bytes: 8 * 1024 * 1024, fileBytes: 512 * 1024 } as const

export const sha256 = z.string('请提供 SHA-256').regex(/^[0-9a-f]{64}$/, 'SHA-256 必须是 64 位十六进制')
const at = {
  folder: z.string('请提供模板文件夹 folder').min(1).max(64),
  path: z.string('请提供路径 path').min(1).max(2000),
}

const manifestEntry = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** SHA-256 of the content; empty for a folder. */
  sha256: z.string(),
  updateTime: z.string(),
  /** Account and computer of the last change; empty if unknown. */
  changedBy: z.string(),
  machine: z.string(),
})

/** The current entry of a changed path; `gone`: the path was removed. */
const changedEntry = manifestEntry.extend({ kind: z.enum(['file', 'folder', 'gone']) })
export type ChangedEntry = z.output<typeof changedEntry>

/** Changes since a version. `reset`: the changes are no longer known, so the client must read the manifest again. */
const changes = z.object({
  version: z.number(),
  epoch: z.string(),
  reset: z.boolean(),
  entries: z.array(changedEntry),
})

/** Display name of the caller's computer. */
const machine = z.string().max(100).default('')
/** Id of the version sequence; a new epoch invalidates everything a client knows about the template. */
const epoch = z.string().max(40)
const since = z.coerce.number().int().min(0)

const TOO_MANY = `一次最多处理 ${MAX_SYNC_BATCH.paths} 个文件，请分批提交`
const uniquePaths = <T extends z.ZodType<{ path: string }>>(item: T) =>
  z
    .array(item)
    .min(1, '请提供要处理的文件')
    .max(MAX_SYNC_BATCH.paths, TOO_MANY)
    .refine((items) => new Set(items.map(({ path }) => path.normalize('NFC'))).size === items.length, {
      message: '提交的文件中有重复的路径，请删除重复项',
    })

/** JSON head of a templateSync.putBatch body: folders, copies, and files in the order of their bytes. */
export const putBatchHead = z.object({
  folder: at.folder,
  machine,
  files: uniquePaths(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('file'),
        path: at.path,
        expected: sha256.nullable(),
        sha256,
        size: z
          .int()
          .min(0)
          .max(MAX_SYNC_BATCH.fileBytes, `超过 ${MAX_SYNC_BATCH.fileBytes / 1024} KB 的文件请单独提交`),
      }),
      /** Copies the content of `from`, which has this hash; it has no bytes of its own. */
      z.object({ kind: z.literal('copy'), path: at.path, from: at.path, expected: sha256.nullable(), sha256 }),
      z.object({ kind: z.literal('folder'), path: at.path }),
    ]),
  ),
})
export type PutBatchHead = z.input<typeof putBatchHead>

/** JSON head of a templateSync.readBatch response. A file that could not be read has no bytes. */
export const readBatchHead = z.object({
  files: z.array(
    z.discriminatedUnion('is', [
      z.object({ is: z.literal('ok'), path: z.string(), size: z.number() }),
      z.object({ is: z.literal('error'), path: z.string(), code: z.number(), msg: z.string() }),
    ]),
  ),
})
export type ReadBatchHead = z.output<typeof readBatchHead>

/** Result of one path, in the order of the call. `current` as in facts of kind `content`. */
const outcome = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ok') }),
  z.object({ is: z.literal('conflict'), current: z.string() }),
  /** Code and message of an error envelope. */
  z.object({ is: z.literal('error'), code: z.number(), msg: z.string() }),
])
export type BatchOutcome = z.output<typeof outcome>
const outcomes = z.object({ version: z.number(), outcomes: z.array(outcome) })

const access = menu(MENU.templates)
const stale = ['templateFile.list', 'templateFile.templateList', 'templateFile.open'] as const
const writeResult = z.object({ version: z.number(), updateTime: z.string() })

export const templateSyncOperations = withAreaTitles({ templateSync: '模板同步' })({
  'templateSync.manifest': query({
    method: 'POST',
    path: cms('template/sync/manifest'),
    title: '模板文件清单',
    scopes: ['template.read'],
    access,
    background: true,
    raw: true,
    input: z.object({ folder: at.folder }),
    /**
     * version grows with every change of the template's files. The response is compressed for clients that accept zstd.
     */
    output: z.object({ version: z.number(), epoch, entries: z.array(manifestEntry) }),
    slow: true,
  }),
  'templateSync.changes': query({
    method: 'POST',
    path: cms('template/sync/changes'),
    title: '模板文件的变化',
    scopes: ['template.read'],
    access,
    background: true,
    input: z.object({ folder: at.folder, since, epoch }),
    output: changes,
  }),
  'templateSync.wait': query({
    method: 'POST',
    path: cms('template/sync/wait'),
    title: '等待模板变化',
    scopes: ['template.read'],
    access,
    background: true,
    /** Long poll: returns when the version is above `since`, or after timeoutMs with the same version. */
    input: z.object({
      folder: at.folder,
      since,
      /** If given, the response includes the changes. */
      epoch: epoch.optional(),
      timeoutMs: z.coerce.number().int().min(0).max(25000).default(25000),
    }),
    output: z.object({ version: z.number(), changes: changes.optional() }),
  }),
  'templateSync.readBatch': query({
    method: 'POST',
    path: cms('template/sync/read-batch'),
    title: '同步读取多个模板文件',
    scopes: ['template.read'],
    access,
    raw: true,
    input: z.object({
      folder: at.folder,
      paths: z.array(at.path).min(1, '请提供要读取的文件').max(MAX_SYNC_BATCH.paths, TOO_MANY),
    }),
    /** Not an envelope: a readBatchHead and the bytes (util/headedBytes), compressed for clients that accept zstd. */
    output: nothing,
  }),
  'templateSync.putBatch': mutation({
    method: 'POST',
    path: cms('template/sync/put-batch'),
    title: '同步写入多个模板文件',
    scopes: ['template.write'],
    access,
    raw: true,
    /**
     * The body is a putBatchHead and the bytes (util/headedBytes), plain or compressed (content-encoding: zstd). Each
     * path is written if its current content equals `expected`, or accepted unchanged if it already has the new
     * content; all in one commit.
     */
    input: none,
    output: outcomes,
    stale,
  }),
  'templateSync.removeBatch': mutation({
    method: 'POST',
    path: cms('template/sync/remove-batch'),
    title: '同步删除多个模板文件',
    scopes: ['template.write'],
    access,
    body: 'rows',
    /** Like templateSync.remove, in this order and in one commit; a missing path counts as removed. */
    input: z.object({
      folder: at.folder,
      machine,
      paths: uniquePaths(z.object({ path: at.path, folderEntry: flag, expected: sha256.nullable() })),
    }),
    output: outcomes,
    stale,
  }),
  'templateSync.put': mutation({
    method: 'POST',
    path: cms('template/sync/put'),
    title: '同步写入模板文件',
    scopes: ['template.write'],
    access,
    errors: ['content', 'collision'],
    body: 'rows',
    /**
     * Atomically writes the file if its current content equals `expected` (null: the file must not exist); else 409
     * with the fact `content`. The bytes come as base64 (up to 1 MB) or as the accessPath of an upload; sha256 is their
     * digest.
     */
    input: z.object({
      ...at,
      expected: sha256.nullable(),
      sha256,
      machine,
      content: z.base64().optional(),
      accessPath: z.string().max(2000).optional(),
    }),
    output: writeResult,
    stale,
  }),
  'templateSync.remove': mutation({
    method: 'POST',
    path: cms('template/sync/remove'),
    title: '同步删除模板文件',
    scopes: ['template.write'],
    access,
    errors: ['content', 'collision'],
    /** A file is removed only if its content equals `expected`, a folder only if it is empty (expected is null). */
    input: z.object({ ...at, folderEntry: flag, expected: sha256.nullable(), machine }),
    output: writeResult,
    stale,
  }),
  'templateSync.makeFolder': mutation({
    method: 'POST',
    path: cms('template/sync/make-folder'),
    title: '同步新建模板文件夹',
    scopes: ['template.write'],
    access,
    errors: ['content', 'collision'],
    input: z.object({ ...at, machine }),
    output: writeResult,
    stale,
  }),
})
