import type { ApiName } from '#shared/contract/registry.ts'
import { hashOf } from '#tests/builders/template.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { none, row, type Row } from './row.ts'
import { CSS, type Stage } from './world.ts'

const site: Row['input'] = ({ siteId }) => ({ id: siteId })
const template: Row['input'] = ({ templateId }) => ({ id: templateId })
const file =
  (more: object): Row['input'] =>
  ({ code }) => ({ path: code, ...more })

const NEW_BYTES = Buffer.from('h1 {}')
const newHash = await hashOf(NEW_BYTES)
const cssHash = await hashOf(CSS)
const zipped = async ({ admin, world }: Stage): Promise<void> => {
  const content = zipOf([{ name: 'a.css', content: NEW_BYTES }])
  const sha256 = await hashOf(content)
  const entry = { folder: world.code, path: 'a.zip', expected: null, sha256 }
  await admin.ok('templateSync.put', { ...entry, content: content.toString('base64') })
}

const binned = ({ admin, world }: Stage): Promise<unknown> => admin.ok('template.deleteByIdList', [world.templateId])

const drafted = ({ admin, world }: Stage): Promise<unknown> =>
  admin.ok('templateDraft.create', { id: world.templateId })
/** The state of a draft that was given up. */
const momentOf = async (stage: Stage): Promise<number> => {
  const { templateId } = stage.world
  await drafted(stage)
  await stage.admin.ok('templateDraft.discard', { id: templateId })
  return (await stage.admin.ok('templateMoment.page', { templateId })).content[0]?.id ?? 0
}
/** The version of a file before its last save. */
const versionOf = async ({ admin, world: { code } }: Stage): Promise<number> => {
  const content = NEW_BYTES.toString()
  await admin.ok('templateFile.save', { path: `${code}/css`, saveFileName: 'site.css', content })
  const { content: versions } = await admin.ok('templateRevision.page', { path: `${code}/css/site.css` })
  return versions[1]?.id ?? 0
}
/** Of a draft in which nothing was changed. */
const NO_CHANGES = await hashOf('[]')

/** Templates, their files and drafts, and the sync calls. */
export const templateRows: Partial<Record<ApiName, Row>> = {
  'template.findById': row('site', template),
  'template.list': row('own sites', () => ({ page: 1, size: 1000 })),
  'template.save': row('declared', ({ templateId, code, siteId }) => ({
    id: templateId,
    name: '改名',
    folder: code,
    siteId,
  })),
  'template.deleteByIdList': row('site', ({ templateId }) => [templateId]),
  'template.recycled': row('own sites', none, binned),
  'template.restore': row('site', ({ templateId }) => [templateId], binned),
  'template.copy': row('site', ({ templateId, code }) => ({ id: templateId, name: '副本', folder: `${code}-2` })),
  'templateSite.page': row('own sites', () => ({ page: 1, size: 1000 })),
  'templateSite.bind': row('site', ({ templateId, siteId }) => ({ templateId, siteIds: [siteId] })),
  'templateSite.ofSite': row('declared', site),

  'templateFile.list': row('site', file({})),
  'templateFile.templateList': row('site', file({})),
  'templateFile.open': row('site', file({ openFileName: 'index.html' })),
  'templateFile.save': row('site', file({ saveFileName: 'index.html', content: '<p>新</p>' })),
  'templateFile.newFile': row('site', file({ filename: 'new.html' })),
  'templateFile.newFolder': row('site', file({ folderName: 'img' })),
  'templateFile.remove': row('site', file({ deleteFileName: 'index.html' })),
  'templateFile.rename': row('site', file({ sourceFileName: 'index.html', rename: 'home.html' })),
  'templateFile.download': row('site', file({ downloadFileName: 'index.html' })),
  'templateFile.exportZip': row('site', ({ templateId }) => ({ id: templateId })),
  'templateFile.unzip': row('site', file({ unzipFileName: 'a.zip' }), zipped),

  'templateDraft.find': row('site', ({ code }) => ({ folder: code })),
  'templateDraft.create': row('site', template),
  'templateDraft.changes': row('site', template, drafted),
  'templateDraft.file': row('site', ({ templateId }) => ({ id: templateId, path: 'css/site.css' }), drafted),
  'templateDraft.publish': row('site', ({ templateId }) => ({ id: templateId, signature: NO_CHANGES }), drafted),
  'templateDraft.discard': row('site', template, drafted),
  'templateMoment.page': row('site', ({ templateId }) => ({ templateId })),
  'templateMoment.files': row('site', ({ made }) => ({ id: made }), momentOf),
  'templateMoment.file': row('site', ({ made }) => ({ id: made, path: 'css/site.css' }), momentOf),

  'templateData.names': row('site', ({ code }) => ({ folder: code })),
  'templateData.preview': row('site', ({ code }) => ({ folder: code, path: 'index.html' })),
  'templateRevision.page': row('site', ({ code }) => ({ path: `${code}/css/site.css` })),
  'templateRevision.removed': row('site', ({ code }) => ({ path: code })),
  'templateRevision.file': row('site', ({ made }) => ({ id: made }), versionOf),
  'templateRevision.restore': row('site', ({ made }) => ({ id: made, expected: newHash }), versionOf),
  'templateRevision.limits': row('nothing', none),
  'templateRevision.saveLimits': row('super', () => ({ versions: 20, days: 90 })),

  'templateSync.manifest': row('site', ({ code }) => ({ folder: code })),
  'templateSync.changes': row('site', ({ code }) => ({ folder: code, since: 0, epoch: '' })),
  'templateSync.readBatch': row('site', ({ code }) => ({ folder: code, paths: ['css/site.css'] })),
  'templateSync.removeBatch': row('site', ({ code }) => ({
    folder: code,
    paths: [{ path: 'css/site.css', folderEntry: false, expected: cssHash }],
  })),
  'templateSync.put': row('site', ({ code }) => ({
    folder: code,
    path: 'css/new.css',
    expected: null,
    sha256: newHash,
    content: NEW_BYTES.toString('base64'),
  })),
  'templateSync.remove': row('site', ({ code }) => ({ folder: code, path: 'css/site.css', expected: cssHash })),
  'templateSync.makeFolder': row('site', ({ code }) => ({ folder: code, path: 'fonts' })),
}
