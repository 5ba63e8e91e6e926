import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, role } from './define.ts'
import { byId, id, idList, none, nothing, paged, paging, required } from './fields.ts'
import { attachment, UPLOAD_KINDS, UPLOAD_RULES } from './upload.ts'

const itemFields = attachment.extend({
  kind: z.enum(UPLOAD_KINDS),
  /** The size as people read it. */
  fileSizeString: z.string(),
  /** Address of a small WebP preview, which changes with each replacement; empty for files that are not images. */
  thumbPath: z.string(),
  createDate: z.string(),
  /** Username of the uploader; empty for files that came with the program. */
  createdBy: z.string(),
})
/** The documents' response has no kind: for a foreign server's file it is derived from the extension. */
const withKind = (item: z.input<typeof itemFields>): z.input<typeof itemFields> => {
  // Runs before the schema checks, so the value may be of any shape.
  if (typeof item !== 'object' || item === null || item.kind || typeof item.extension !== 'string') return item
  const extension = item.extension.replace('.', '').toLowerCase()
  const kinds = UPLOAD_KINDS.filter((kind) => kind !== 'file' && UPLOAD_RULES[kind].extensions.includes(extension))
  return { ...item, kind: kinds[0] ?? 'file' }
}
/** A file of the resource library (B·§3). */
export const libraryItem = z.preprocess(withKind, itemFields)
export type LibraryItem = z.output<typeof libraryItem>

const quotaMb = z.coerce
  .number('请输入空间大小（MB）')
  .int('空间大小应为整数，单位是 MB')
  .min(0, '空间大小不能小于 0（0 表示不限制）')
  .max(1_000_000_000, '空间大小不能超过 1000000000 MB')

/** Upload quota in MB; 0: unlimited. A site's files count for the site, files without a site for the account. */
const attachmentQuota = z.object({
  /** For each site without a quota of its own. */
  siteMb: z.number(),
  accountMb: z.number(),
  /** Bytes used by the caller's files without a site. */
  accountUsed: z.number(),
  /** May the caller change them? */
  editable: z.boolean(),
  /** The caller's sites; quotaMb null: the common quota `siteMb`. `used` in bytes. */
  sites: z.array(z.object({ siteId: z.number(), title: z.string(), used: z.number(), quotaMb: z.number().nullable() })),
})
export type AttachmentQuota = z.output<typeof attachmentQuota>
export const attachmentQuotaForm = z.object({
  siteMb: quotaMb,
  accountMb: quotaMb,
  /** Sites that are not listed keep their quota. */
  sites: z.array(z.object({ siteId: id, quotaMb: quotaMb.nullable() })).default([]),
})

/** A reference to an uploaded file's address. */
const attachmentUse = z.object({
  attachmentId: z.number(),
  where: z.enum(['template', 'site', 'column', 'content', 'member', 'mail']),
  /** Id of the template, site, column, entry, member or mail. */
  id: z.number(),
  title: z.string(),
  siteId: z.number(),
})
export type AttachmentUse = z.output<typeof attachmentUse>
/** Limit of the listed entries per file in a query for `files` files, newest first; there may be more uses. */
export const maxContentUses = (files: number): number =>
  Math.min(100, Math.max(1, Math.floor(2000 / Math.max(files, 1))))

const timestamp = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?)?$/, '时间的格式应为 yyyy-MM-dd HH:mm:ss')
  .default('')

const staleLists = ['attachment.page', 'attachment.usage'] as const
// media.image is stale as well: a replaced image keeps its address.
const staleAfterReplace = ['attachment.page', 'attachment.findById', 'media.image'] as const

export const attachmentOperations = withAreaTitles({ attachment: '资源库' })({
  /** Files of the caller's sites, and the caller's own files without a site; unregistered uploads are not listed. */
  'attachment.page': query({
    method: 'POST',
    path: cms('attachment/page'),
    call: 135,
    title: '资源列表',
    access: role,
    input: paging({
      /** Absent: all kinds. */
      materialType: z.enum(['', ...UPLOAD_KINDS], '资源类型应为 image、file、video 或 audio').default(''),
      startTime: timestamp,
      endTime: timestamp,
    }),
    output: paged(libraryItem),
  }),
  /** Where files are used; beyond the documents. */
  'attachment.usage': query({
    method: 'POST',
    path: cms('attachment/usage'),
    title: '资源使用情况',
    access: role,
    input: z.object({ ids: idList }),
    output: z.array(attachmentUse),
  }),
  /** Refuses files in use (`conflict`). */
  'attachment.remove': mutation({
    method: 'POST',
    path: cms('attachment/deleteByIdList'),
    call: 136,
    title: '删除资源',
    access: menu(MENU.resource),
    errors: ['fileUsed'],
    success: '删除成功',
    stale: staleLists,
    input: idList,
    output: nothing,
  }),
  /** Deletes files in use, after the user has seen their uses (attachment.usage). */
  'attachment.removeUsed': mutation({
    method: 'POST',
    path: cms('attachment/deleteUsed'),
    title: '删除使用中的资源',
    access: menu(MENU.resource),
    success: '删除成功',
    stale: staleLists,
    input: idList,
    output: nothing,
  }),
  /**
   * Replaces a file's content by an unregistered upload of the caller, of the same kind and extension. Id, name and
   * accessPath stay, so every page that uses the file shows the new content. Beyond the documents.
   */
  'attachment.replace': mutation({
    method: 'POST',
    path: cms('attachment/replace'),
    title: '替换资源',
    access: menu(MENU.resource),
    success: '替换成功',
    stale: staleAfterReplace,
    input: z.object({ id, accessPath: required('请提供 accessPath', 2000) }),
    output: libraryItem,
  }),
  /** Beyond the documents, as is the next call. */
  'attachment.quota': query({
    method: 'GET',
    path: cms('attachment/quota'),
    title: '空间配额',
    access: menu(MENU.resource),
    input: none,
    output: attachmentQuota,
  }),
  /** For super administrators. */
  'attachment.saveQuota': mutation({
    method: 'POST',
    path: cms('attachment/saveQuota'),
    title: '修改空间配额',
    access: menu(MENU.resource),
    success: '保存成功',
    stale: ['attachment.quota'],
    input: attachmentQuotaForm,
    output: nothing,
  }),
  'attachment.findById': query({
    method: 'GET',
    path: cms('attachment/findById/{id}'),
    title: '查看资源',
    access: role,
    input: byId,
    output: libraryItem,
  }),
})
