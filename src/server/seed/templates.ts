import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { storesOf } from '../storage/stores.ts'
import type { ContentStore } from '../storage/contentStore.ts'
import { fillTemplate, type TreeEntry } from '../storage/templates/tree.ts'
import { createEpoch } from '../areas/template/template/index.ts'
import { storePicture } from './pictures.ts'

interface TemplateSeed {
  name: string
  folder: string
  /** File under resources/templates/covers. */
  cover: string
  note: string
  /** Symbol of the site to which the template belongs and is bound; '' for none. */
  site: string
  /** Whether the site's pages are built from this template. */
  isUsed?: boolean
  sort?: number
}

/** The templates in resources/templates (see its README); the last one is on top of the list. */
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

/** Inserts the templates of the resources folder with their files, in the seed's transaction. */
export async function insertTemplates(db: Kysely<Database>, deps: ServerDeps): Promise<void> {
  const { contents } = await storesOf(deps)
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
      feedEpoch: createEpoch(),
    }
    const { id } = await db.insertInto('template').values(row).returning('id').executeTakeFirstOrThrow()
    const tree = await storeResources(contents, path.join(deps.resourcesDir, 'templates', seed.folder))
    await fillTemplate({ db, contents, time: row.createTime }, id, tree)
    if (!site) continue
    await db.insertInto('template_site').values({ templateId: id, siteId: site.id }).execute()
    if (seed.isUsed) await db.updateTable('site').set({ templateId: id }).where('id', '=', site.id).execute()
  }
}

/** Stores the files of a resources folder, and lists them. */
async function storeResources(contents: ContentStore, dir: string): Promise<TreeEntry[]> {
  const items = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = items.filter((item) => item.isFile()).map((item) => path.join(item.parentPath, item.name))
  const read = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      return { file, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
  await contents.putBytes(read)
  return read.map(({ file, bytes, sha256 }) => ({
    path: path.relative(dir, file).split(path.sep).join('/'),
    content: { sha256, size: bytes.length },
  }))
}
