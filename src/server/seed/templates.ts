import type { Dirent } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { storesOf } from '../storage/stores.ts'
import { storePicture } from './pictures.ts'

interface TemplateSeed {
  name: string
  folder: string
  /** File under resources/templates/covers. */
  cover: string
  note: string
  /** Symbol of the site that it belongs to and is bound to; '' for none. */
  site: string
  /** Is it the one that the site's pages are made from? */
  isUsed?: boolean
  sort?: number
}

/** What lies in resources/templates; see the README there. Last one on top of the list. */
const TEMPLATES: readonly TemplateSeed[] = [
  {
    name: '起步模板',
    folder: 'starter',
    cover: 'starter.png',
    note: '空白起点，适合从零开始制作。来源：HTML5 Boilerplate 9.0.1（MIT 许可）',
    site: '',
  },
  {
    name: '风尚作品集',
    folder: 'portfolio',
    cover: 'portfolio.jpeg',
    note: '单页作品集，含字体、图片和脚本。来源：Start Bootstrap Stylish Portfolio 5.0.9（MIT 许可）',
    site: 'group',
  },
  {
    name: '企业门户',
    folder: 'corporate',
    cover: 'corporate.png',
    note: '集团门户，含首页、列表、图片、详情和单页模板。来源：Start Bootstrap Modern Business 5.0.7（MIT 许可）',
    site: 'group',
    isUsed: true,
    sort: -1,
  },
  {
    name: '海洋蓝',
    folder: 'marine',
    cover: 'marine.png',
    note: '子公司网站，含首页、列表、图片、详情和单页模板。来源：Bootswatch Cerulean 5.3.8（MIT 许可）',
    site: 'ocean',
    isUsed: true,
    sort: -1,
  },
]

/**
 * Copies the files of the templates while `work` runs, both inside the seed's transaction. Only a store on a disk takes them
 * beside it: one in the database writes by the transaction's only connection.
 */
export async function withTemplateFiles(deps: ServerDeps, work: () => Promise<void>): Promise<void> {
  const { place } = await storesOf(deps)
  const copies = TEMPLATES.map(
    ({ folder }) =>
      () =>
        copyFiles(deps, folder),
  )
  if (place !== 'disk') {
    for (const step of [...copies, work]) await step()
    return
  }
  // allSettled: nothing may be writing any more when the transaction ends.
  const ends = await Promise.allSettled([...copies, work].map((step) => step()))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The rows of the templates of the resources folder, inside the seed's transaction. */
export async function insertTemplates(db: Kysely<Database>, deps: ServerDeps): Promise<void> {
  for (const seed of TEMPLATES) {
    const site = await db.selectFrom('site').select('id').where('symbol', '=', seed.site).executeTakeFirst()
    const row = {
      name: seed.name,
      folder: seed.folder,
      folderKey: seed.folder,
      templatePic: await storePicture(db, deps, `templates/covers/${seed.cover}`),
      title: seed.note,
      siteId: site?.id ?? 0,
      sort: seed.sort ?? 0,
      createTime: deps.clock.now().getTime(),
      version: 1,
    }
    const { id } = await db.insertInto('template').values(row).returning('id').executeTakeFirstOrThrow()
    if (!site) continue
    await db.insertInto('template_site').values({ templateId: id, siteId: site.id }).execute()
    if (seed.isUsed) await db.updateTable('site').set({ templateId: id }).where('id', '=', site.id).execute()
  }
}

async function copyFiles(deps: ServerDeps, folder: string): Promise<void> {
  const { templates } = await storesOf(deps)
  // An interrupted first run leaves files without rows.
  if (await templates.stat([folder])) await templates.trash([folder])
  const staging = await templates.stage()
  try {
    await copyTree(path.join(deps.resourcesDir, 'templates', folder), staging.dir)
    await templates.makeFolder([folder])
    await templates.merge(staging, [folder])
  } finally {
    await staging.discard()
  }
}

/** What Node's `cp` does with half a dozen calls for each file, which hold up the rows that are written meanwhile. */
async function copyTree(from: string, to: string): Promise<void> {
  const items = await readdir(from, { recursive: true, withFileTypes: true })
  const fileOf = (item: Dirent): string => path.join(item.parentPath, item.name)
  const target = (item: Dirent): string => path.join(to, path.relative(from, fileOf(item)))
  // Parents before children.
  for (const item of items) if (item.isDirectory()) await mkdir(target(item))
  await Promise.all(items.filter((item) => item.isFile()).map((item) => copyFile(fileOf(item), target(item))))
}
