import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const FILES = { 'index.html': '1', 'css/a.css': '1', 'css/b.css': '1' }

/** A workspace of the template `site`, in step, whose template has a draft `site~1`. */
async function withDraft(draftFiles: Record<string, string> = FILES) {
  const [live, draft] = [createFakeRemote(FILES), createFakeRemote(draftFiles)]
  const sites = (folder: string) => (folder === 'site' ? ['集团官网'] : [])
  desk = await openSyncHarness(null, {
    connect: async ({ folder }) => (folder === 'site' ? live : draft),
    liveSites: async (_client, folder) => sites(folder),
  })
  const id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 3 }))
  const { handlers } = desk.service
  const aim = async (folder: string) => {
    const plan = await handlers['workspaces.plan']({ folder, templateName: folder, workspace: id })
    return { plan, agree: () => handlers['workspaces.connect']({ planId: plan.planId }) }
  }
  return { live, draft, id, aim }
}

test('[S8] a workspace is turned to the draft and back, and keeps its folder, its base and its id', async () => {
  const { live, draft, id, aim } = await withDraft()
  const { plan, agree } = await aim('site~1')
  expect(plan.items.filter(({ action }) => action !== 'adopt')).toEqual([])
  // Its own files are no surprise.
  expect(plan.warnings).toEqual([])
  expect(await agree()).toMatchObject({ id, folder: 'site~1', templateName: 'site~1', localPath: desk.root })
  await desk.write('css/a.css', 'draft')
  await until(() => expect(draft.texts()['css/a.css']).toBe('draft'))
  expect(live.texts()).toEqual(FILES)

  const back = await aim('site')
  // The template holds the old content still: it is what would come, and nothing goes out unasked.
  expect(back.plan.items).toEqual([expect.objectContaining({ action: 'download', path: 'css/a.css' })])
  expect(await desk.read('css/a.css')).toBe('draft')
  await back.agree()
  await until(async () => expect(await desk.read('css/a.css')).toBe('1'))
  expect([live.texts(), draft.texts()['css/a.css']]).toEqual([FILES, 'draft'])
})

test('what the draft holds already comes into the folder, and own edits go into it', async () => {
  const { live, draft, aim } = await withDraft({ ...FILES, 'css/b.css': 'of a colleague', 'new.js': 'n' })
  await desk.service.handlers['workspaces.pause']({ id: (await desk.view()).id })
  await desk.write('index.html', 'mine')
  const { plan, agree } = await aim('site~1')
  expect(plan.items.map(({ action, path }) => `${action} ${path}`)).toEqual([
    'download css/b.css',
    'upload index.html',
    'download new.js',
  ])
  await agree()
  await until(() => expect(draft.texts()['index.html']).toBe('mine'))
  await until(async () => expect(await desk.texts()).toEqual(draft.texts()))
  expect(live.texts()).toEqual(FILES)
})

test('[S41] an agreement to change the template of a site does not outlive the way over its draft', async () => {
  const { live, aim } = await withDraft()
  await desk.write('css/a.css', '2')
  await until(async () => expect((await desk.view()).halt).toMatchObject({ kind: 'live-template' }))
  await desk.answer('proceed')
  await until(() => expect(live.texts()['css/a.css']).toBe('2'))
  for (const folder of ['site~1', 'site']) await (await aim(folder)).agree()
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await until(async () => expect(await desk.read('css/a.css')).toBe('2'))
  await desk.write('css/a.css', '3')
  await until(async () => expect((await desk.view()).halt).toMatchObject({ kind: 'live-template' }))
  expect(live.texts()['css/a.css']).toBe('2')
})
