import { parentPort, workerData } from 'node:worker_threads'
import { type CheckedFile, checkTemplate, planSite, type SiteData, SiteIndex, createDataSource } from '#engine/index.ts'
import { readTemplateFolder } from './folder.ts'

/** Input of the thread; `data` null: no site is known yet. */
export interface CheckStart {
  root: string
  data: SiteData | null
}

const { root, data } = workerData as CheckStart
const folder = readTemplateFolder(root)
const index = data && new SiteIndex(createDataSource(data, folder))
const files = new Map<string, CheckedFile>()
for (const [path, { size }] of folder.files) files.set(path, { size, text: folder.template(path)?.text ?? null })
const site = index && {
  columns: index.source.columns,
  pages: new Set(planSite(index).pages.map(({ path }) => path)),
}
parentPort?.postMessage(checkTemplate(files, site))
