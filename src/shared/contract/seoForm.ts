import { z } from 'zod'
import { SEO_DESCRIPTION_MAX } from './siteForms.ts'

const limited = (max: number, label: string) => z.string().max(max, `${label}不能超过 ${max} 个字`)

/**
 * The 设置SEO dialog of sites and columns (A·§2 Site SEO page; A·§5: 1000 characters of description). The calls accept
 * longer texts, because the settings page of a site has its own limit (contradictions.md 40).
 */
export const seoForm = z.object({
  seoTitle: limited(254, 'SEO 标题'),
  seoKeywords: limited(1000, 'SEO 关键词'),
  seoDescription: limited(SEO_DESCRIPTION_MAX.dialog, 'SEO 描述'),
  /** Version of the edited record; absent from a server without versions. */
  version: z.number().optional(),
})
export type SeoForm = z.output<typeof seoForm>
