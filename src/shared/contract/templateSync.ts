import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, mutation, query } from './define.ts'
import { flag } from './fields.ts'

/**
 * The project's own calls for two-way sync (feature `template-sync-1`); the documented file calls are too thin for an
 * atomic compare-and-write (sync-rules.md S11). `folder` is the template's folder, `path` relative to it with `/`.
 */
export const sha256 = z.string('请提供 SHA-256').regex(/^[0-9a-f]{64}$/, 'SHA-256 必须是 64 位十六进制')
const at = {
  folder: z.string('请提供模板文件夹 folder').min(1).max(64),
  path: z.string('请提供路径 path').min(1).max(2000),
}

export const manifestEntry = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Of the content; empty for a folder. */
  sha256: z.string(),
  updateTime: z.string(),
})
export type ManifestEntry = z.output<typeof manifestEntry>

const access = menu(MENU.templates)
const stale = ['templateFile.list', 'templateFile.templateList', 'templateFile.open'] as const
const written = z.object({ version: z.number(), updateTime: z.string() })

export const templateSyncOperations = {
  'templateSync.manifest': query({
    method: 'POST',
    path: cms('template/sync/manifest'),
    title: '模板文件清单',
    access,
    input: z.object({ folder: at.folder }),
    /** version grows with every change of the template's files. */
    output: z.object({ version: z.number(), entries: z.array(manifestEntry) }),
  }),
  'templateSync.wait': query({
    method: 'POST',
    path: cms('template/sync/wait'),
    title: '等待模板变化',
    access,
    /** Answers as soon as the version is above `since`, or after timeoutMs with the same version. */
    input: z.object({
      folder: at.folder,
      since: z.coerce.number().int(),
      timeoutMs: z.coerce.number().int().min(0).max(25000).default(25000),
    }),
    output: z.object({ version: z.number() }),
  }),
  'templateSync.put': mutation({
    method: 'POST',
    path: cms('template/sync/put'),
    title: '同步写入模板文件',
    access,
    errors: ['content', 'collision'],
    body: 'rows',
    /**
     * Writes the file if what is there now equals `expected` (null: nothing is there), in one atomic step; else 409 with
     * facts.current. The bytes come as base64 (up to 1 MB) or as the accessPath of an upload; sha256 is theirs.
     */
    input: z.object({
      ...at,
      expected: sha256.nullable(),
      sha256,
      content: z.base64().optional(),
      accessPath: z.string().max(2000).optional(),
    }),
    output: written,
    stale,
  }),
  'templateSync.remove': mutation({
    method: 'POST',
    path: cms('template/sync/remove'),
    title: '同步删除模板文件',
    access,
    errors: ['content', 'collision'],
    /** A file: only if its content equals `expected`. A folder: only if it is empty (expected is null). */
    input: z.object({ ...at, folderEntry: flag, expected: sha256.nullable() }),
    output: written,
    stale,
  }),
  'templateSync.makeFolder': mutation({
    method: 'POST',
    path: cms('template/sync/make-folder'),
    title: '同步新建模板文件夹',
    access,
    errors: ['content', 'collision'],
    input: z.object(at),
    output: written,
    stale,
  }),
}
