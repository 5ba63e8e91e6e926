import { checkAll, type CheckOptions } from '#server/process/check/index.ts'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildTemplate, hashOf } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestServer } from '../harness/server.ts'

export const optionsOf = ({ deps: { db, dataDir } }: TestServer): CheckOptions => ({
  db,
  dataDir,
  s3: null,
  rsaKeyFile: undefined,
  secretKey: undefined,
  secretKeyBefore: undefined,
  files: true,
  recheckPauseMs: 0,
})

/** What is found, by code. */
export async function found(server: TestServer): Promise<Record<string, string[]>> {
  const { findings } = await checkAll(optionsOf(server))
  return Object.fromEntries(findings.map(({ code, items }) => [code, items]))
}

/** What the world has. */
export interface World {
  entry: number
  classId: number
  /** Of the template. */
  folder: string
}

/** A server where something of everything has happened that is checked. */
export async function buildWorld(server: TestServer): Promise<World> {
  const admin = await server.as('admin')
  const { folder } = await buildTemplate(admin, { files: { 'a.html': 'one', 'css/b.css': 'two' } })
  const [expected, sha256] = [await hashOf('one'), await hashOf('three')]
  const content = Buffer.from('three').toString('base64')
  await admin.ok('templateSync.put', { folder, path: 'a.html', expected, sha256, content })
  // The list of a template's files is kept from the first time that somebody follows it.
  await admin.ok('templateSync.manifest', { folder })
  const { data: file } = await upload(admin, { name: 'a.html', content: 'some text of a file' })
  await admin.ok('upload.register', { realName: 'a.html', accessPath: file.accessPath, path: '' })
  const unfinished = new ChunkedFile(admin, { name: 'b.zip', content: Buffer.alloc(4000, 'b'), chunkSize: 1000 })
  await unfinished.sendAll([1, 3])
  const { id: classId } = await emptyColumn(admin)
  const { id: entry, version } = await saveArticle(admin, classId)
  await saveArticle(admin, classId, { title: '第二版' }, { id: entry, version })
  await buildStatics(admin)
  const { id: asking } = await emptyColumn(admin)
  await linkWorkflow(admin, asking, await buildWorkflow(admin, { nodes: [[1], [2]] }))
  const refused = await saveArticle(admin, asking)
  const { content: tasks } = await admin.ok('approval.taskList', { state: 0, pageIndex: 1, pageSize: 20 })
  const taskId = tasks.find(({ dataId }) => dataId === refused.id)?.taskId ?? 0
  await admin.ok('approval.approve', { taskId, pass: false, approveResult: '不同意', siteId: 1 })
  await saveArticle(admin, asking, { title: '等待审批' })
  const { id: binned } = await emptyColumn(admin)
  await saveArticle(admin, binned, { title: '栏目在回收站' })
  await admin.ok('column.deleteByIdList', [binned])
  return { entry, classId, folder }
}
