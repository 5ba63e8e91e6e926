import { z } from 'zod'
import type { SiteRow } from '../site/index.ts'

/** Input of a copy job; plain JSON, parsed again when the job runs. */
export const copyInput = z.object({
  /** The site to copy. */
  id: z.number(),
  title: z.string(),
  symbol: z.string(),
  folder: z.string(),
  /** Normalised host name. */
  domain: z.string(),
})
export type CopyInput = z.output<typeof copyInput>

/** The settings a copy inherits; the copy starts closed. */
export function toCopiedSettings(source: SiteRow) {
  const { note, manageType, sort, grayscale, javascript, icp, copyright, policeIcp, eduIcp } = source
  const { seoTitle, seoKeywords, seoDescription } = source
  const basics = { note, manageType, sort, grayscale, javascript, icp, copyright, policeIcp, eduIcp }
  return { ...basics, seoTitle, seoKeywords, seoDescription, isStatus: 0 } as const
}
