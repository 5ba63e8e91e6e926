import { z } from 'zod'
import { flag, text } from './fields.ts'

/** A link of an item: empty, a path of the site, or an address that a browser may open. */
const LINK = /^(?:\/|#|https?:\/\/[^\s/]|mailto:|tel:)/i
/** Where an item's file is: on the connected server, or anywhere on the web. */
const SOURCE = /^(?:\/|https?:\/\/[^\s/])/i

const MEDIA_TARGETS = ['_self', '_blank'] as const

const shape = {
  /** accessPath of a library file, or a web address. */
  src: z
    .string('请选择文件')
    .trim()
    .min(1, '请选择文件')
    .max(2000, '地址不能超过 2000 个字')
    .regex(SOURCE, '地址应以 http://、https:// 或 / 开头'),
  title: text(254, '标题'),
  subTitle: text(254, '副标题'),
  note: text(1000, '说明'),
  link: z
    .string()
    .trim()
    .max(2000, '链接不能超过 2000 个字')
    .refine((link) => link === '' || LINK.test(link), '链接应以 http://、https://、/、#、mailto: 或 tel: 开头')
    .default(''),
  /** Free text for templates; unrelated to the item's position, which is `sort`. */
  index: text(50, '序号'),
  target: z.enum(MEDIA_TARGETS, '请选择打开方式').default('_self'),
  nofollow: flag,
}

/** Form of the item editor (B·§2). */
export const mediaItemForm = z.object(shape)
export type MediaItemForm = z.output<typeof mediaItemForm>

/**
 * One item of batch photos, videos and files (B·§3). `sort` counts from 1 in list order. `nofollow` comes from the
 * flags of the field definition (A·§3).
 */
export const mediaItem = z.object({ sort: z.number().int().min(1), ...shape })
export type MediaItem = z.output<typeof mediaItem>
