import { z } from 'zod'
import { isReservedDeviceName } from '../domain/fileNames.ts'
import { flag, id, required, text, version } from './fields.ts'
import { templateFolder } from './template.ts'

/** An absent field keeps its stored value: each screen sends the fields that it shows. */
const optionalText = (max: number, label: string) => z.string().max(max, `${label}不能超过 ${max} 个字`).optional()
const title = required('请输入站点名称')

/** Unique among all sites, ignoring case; used as the folder name of the site's pages. */
export const siteSymbol = required('请输入站点标识符', 64)
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]*$/, '站点标识符只能用字母、数字、下划线和短横线，且以字母或数字开头')
  .refine((symbol) => !isReservedDeviceName(symbol), '站点标识符不能用 Windows 的保留名称（con、nul 等），请换一个')
const manageType = z.coerce.number().pipe(z.literal([1201, 1202], '站点权限只能是 1201（统一）或 1202（独立）'))

/** A·§5 Site form. `id` 0 creates; the fields of the other dialogs have their own calls. */
export const siteForm = z.object({
  id: id.default(0),
  title,
  symbol: siteSymbol,
  note: text(1000, '备注'),
  manageType: manageType.default(1201),
  templateId: id.default(0),
  version,
})

/** A larger value comes first (A·§9). */
export const siteSort = z.object({
  id,
  sort: z.coerce
    .number('排序必须是数字')
    .int('排序必须是整数')
    .min(0, '排序不能小于 0')
    .max(999_999_999, '排序不能大于 999999999')
    .default(0),
})

/** A·§5: 1000 characters of description in the dialog, 100000 on the settings page; both use this call. */
export const SEO_DESCRIPTION_MAX = { dialog: 1000, settings: 100_000 } as const
export const siteSeoForm = z
  .object({
    id,
    /** Only from the settings page. */
    title: z.string().trim().max(254, '站点名称不能超过 254 个字').optional(),
    seoTitle: optionalText(254, 'SEO标题'),
    seoKeywords: optionalText(1000, 'SEO关键字'),
    seoDescription: optionalText(SEO_DESCRIPTION_MAX.settings, 'SEO描述'),
    version,
  })
  // A rule of the whole form, because the server treats an invalid empty field as missing.
  .refine((form) => form.title !== '', '请输入站点名称')

export const siteBaseInfoForm = z.object({
  id,
  title,
  icp: optionalText(254, 'ICP备案号'),
  policeIcp: optionalText(254, '公安备案号'),
  eduIcp: optionalText(254, '教育备案号'),
  copyright: optionalText(1000, '版权信息'),
  grayscale: flag,
  version,
})

export const siteJavascriptForm = z.object({
  id,
  /** Stored exactly as entered. */
  javascript: z
    .string('请输入代码')
    .max(100_000, '代码不能超过 100000 个字')
    .refine((code) => code.trim() !== '', '请输入代码'),
  version,
})

const EMPTY_DOMAIN = '域名不能为空'
export const siteDomainForm = z.object({
  id,
  /** Host names; an empty list unbinds all. */
  domainList: z
    .array(z.string(EMPTY_DOMAIN).trim().min(1, EMPTY_DOMAIN).max(300, '域名不能超过 300 个字'), EMPTY_DOMAIN)
    .max(100, '一个站点最多绑定 100 个域名'),
  version,
})

/** A·§5 Copy site. `id` is the site to copy, `folder` the new template folder. */
export const siteCopyForm = z.object({
  id,
  title,
  symbol: siteSymbol,
  folder: templateFolder,
  domain: required('请输入站点域名', 300),
})
