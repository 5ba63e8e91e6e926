import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const FILES = { 'index.html': '1', 'css/a.css': '1', 'css/b.css': '1' }

/** A synced workspace of the template `site`, which has a draft `site~1`. */
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
  const planSwitch = async (folder: string) => {
    const plan = await handlers['workspaces.plan']({ folder, templateName: folder, workspace: id })
    return { plan, confirm: () => handlers['workspaces.connect']({ planId: plan.planId }) }
  }
  return { live, draft, id, planSwitch }
}

test('[S8] a workspace switches to the draft and back, and keeps its folder, its base and its id', async () => {
  const { live, draft, id, planSwitch } = await withDraft()
  const { plan, confirm } = await planSwitch('site~1')
  expect(plan.items.filter(({ action }) => action !== 'adopt')).toEqual([])
  // The files of the own workspace cause no warning about a folder that is not empty.
  expect(plan.warnings).toEqual([])
  expect(await confirm()).toMatchObject({ id, folder: 'site~1', templateName: 'site~1', localPath: desk.root })
  await desk.write('css/a.css', 'draft')
  await until(() => expect(draft.texts()['css/a.css']).toBe('draft'))
  expect(live.texts()).toEqual(FILES)

  const back = await planSwitch('site')
  // The live template still has the old content: the plan downloads it, and uploads nothing without a confirmation.
  expect(back.plan.items).toEqual([expect.objectContaining({ action: 'download', path: 'css/a.css' })])
  expect(await desk.read('css/a.css')).toBe('draft')
  await back.confirm()
  await until(async () => expect(await desk.read('css/a.css')).toBe('1'))
  expect([live.texts(), draft.texts()['css/a.css']]).toEqual([FILES, 'draft'])
})

test('a switch to the draft downloads the changes of the draft and uploads the local edits', async () => {
  const { live, draft, planSwitch } = await withDraft({ ...FILES, 'css/b.css': 'of a colleague', 'new.js': 'n' })
  await desk.service.handlers['workspaces.pause']({ id: (await desk.view()).id })
  await desk.write('index.html', 'mine')
  const { plan, confirm } = await planSwitch('site~1')
  expect(plan.items.map(({ action, path }) => `${action} ${path}`)).toEqual([
    'download css/b.css',
    'upload index.html',
    'download new.js',
  ])
  await confirm()
  await until(() => expect(draft.texts()['index.html']).toBe('mine'))
  await until(async () => expect(await desk.texts()).toEqual(draft.texts()))
  expect(live.texts()).toEqual(FILES)
})

test('[S41] a confirmed upload to a live template must be confirmed again after a switch to the draft and back', async () => {
  const { live, planSwitch } = await withDraft()
  await desk.write('css/a.css', '2')
  await until(async () => expect((await desk.view()).halt).toMatchObject({ kind: 'live-template' }))
  await desk.answer('proceed')
  await until(() => expect(live.texts()['css/a.css']).toBe('2'))
  for (const folder of ['site~1', 'site']) await (await planSwitch(folder)).confirm()
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  await until(async () => expect(await desk.read('css/a.css')).toBe('2'))
  await desk.write('css/a.css', '3')
  await until(async () => expect((await desk.view()).halt).toMatchObject({ kind: 'live-template' }))
  expect(live.texts()['css/a.css']).toBe('2')
})
