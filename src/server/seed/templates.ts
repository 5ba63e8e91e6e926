import { createReadStream } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { FILES, newBlobKey, readImage } from '../areas/upload/index.ts'
import { storesOf } from '../storage/stores.ts'

interface TemplateSeed {
  name: string
  folder: string
  /** File under resources/templates/covers. */
  cover: string
  note: string
  /** Symbol of the site that it belongs to and is bound to; '' for none. */
  site: string
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
]

/** Puts the templates of the resources folder into an empty installation, inside the seed's transaction. */
export async function seedTemplates(db: Kysely<Database>, deps: ServerDeps): Promise<void> {
  for (const seed of TEMPLATES) {
    const site = await db.selectFrom('site').select('id').where('symbol', '=', seed.site).executeTakeFirst()
    await copyFiles(deps, seed.folder)
    const row = {
      name: seed.name,
      folder: seed.folder,
      folderKey: seed.folder,
      templatePic: await storeCover(db, deps, seed.cover),
      title: seed.note,
      siteId: site?.id ?? 0,
      sort: 0,
      createTime: deps.clock.now().getTime(),
      version: 1,
    }
    const { id } = await db.insertInto('template').values(row).returning('id').executeTakeFirstOrThrow()
    if (!site) continue
    await db.insertInto('template_site').values({ templateId: id, siteId: site.id }).execute()
    await db.updateTable('site').set({ templateId: id }).where('id', '=', site.id).execute()
  }
}

async function copyFiles(deps: ServerDeps, folder: string): Promise<void> {
  const { templates } = await storesOf(deps)
  // An interrupted first run leaves files without rows.
  if (await templates.stat([folder])) await templates.trash([folder])
  const staging = await templates.stage()
  try {
    await cp(path.join(deps.resourcesDir, 'templates', folder), staging.dir, { recursive: true })
    await templates.makeFolder([folder])
    await templates.merge(staging, [folder])
  } finally {
    await staging.discard()
  }
}

/** The cover as an upload of nobody; answers its access path. */
async function storeCover(db: Kysely<Database>, deps: ServerDeps, cover: string): Promise<string> {
  const file = path.join(deps.resourcesDir, 'templates', 'covers', cover)
  const extension = path.extname(cover).slice(1)
  const now = deps.clock.now()
  const key = newBlobKey(now, extension)
  const { blobs } = await storesOf(deps)
  const received = await blobs.receive(createReadStream(file), { sha256: false })
  await blobs.keep(received, key)
  await blobs.discard(received)
  const facts = readImage(await readFile(file))
  await db.insertInto('blob').values({ blobKey: key, isStored: 1, touchTime: now.getTime() }).execute()
  await db
    .insertInto('attachment')
    .values({
      accountId: 0,
      kind: 'image',
      oldName: cover,
      accessPath: FILES + key,
      blobKey: key,
      extension,
      size: received.size,
      imageWidth: facts?.width ?? 0,
      imageHeight: facts?.height ?? 0,
      sha512: received.sha512,
      sha256: '',
      dir: 'image',
      path: '',
      isRegistered: 1,
      createTime: now.getTime(),
      expireTime: null,
    })
    .execute()
  return FILES + key
}
