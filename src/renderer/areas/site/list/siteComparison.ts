import { call } from '#renderer/data/client.ts'
import type { Compare } from '#renderer/ui/form/compare.ts'
import { loadSite } from '#renderer/features/sites/loadSite.ts'

type Names = ReadonlyMap<number, string>

/** Template names are optional: accounts without access to templates see numbers. */
const templateNames = async (): Promise<Names> => {
  const list = await call('template.list', { page: 1, size: 200 }).catch(() => null)
  return new Map(list?.data.content.map(({ id, name, folder }) => [id, `${name}（${folder}）`]))
}

/** A·§3: how a site is managed. */
export const MANAGE_TYPES: Readonly<Record<number, string>> = { 1201: '统一', 1202: '独立' }

/** How the dialog of a site compares its form with a newer saved version. @param labels titles of the fields. */
export function siteComparison(id: number, labels: Compare['labels']): Compare {
  let templates: Names = new Map()
  return {
    labels,
    load: async () => {
      const [site, names] = await Promise.all([loadSite(id), templateNames()])
      templates = names
      return site
    },
    show: (field, value) => {
      if (field === 'manageType') return MANAGE_TYPES[Number(value)]
      if (field !== 'templateId') return undefined
      return Number(value) === 0 ? '不使用模板' : (templates.get(Number(value)) ?? `编号 ${Number(value)} 的模板`)
    },
  }
}
