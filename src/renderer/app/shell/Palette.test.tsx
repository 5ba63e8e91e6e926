import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { SearchHit } from '#shared/contract/search.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TabsContext } from '../tabs/useTabs.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { Palette } from './Palette.tsx'

beforeEach(() => localStorage.clear())

const entry: SearchHit = {
  kind: 'entry',
  title: '海洋周报',
  note: '集团官网 / 行业动态',
  path: '/admin/model_manage/203?key=x',
}
const host = (): FakeBridge =>
  aHost()
    .on('search.find', () => ({ found: [entry], more: false }))
    .on('localFiles.findAll', () => [])
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('session.setCurrentSite', ({ siteId }) => aSession({ currentSiteId: siteId }))
const listed: NavGroup = {
  key: '10',
  title: '内容管理',
  leaves: [],
  tree: [
    { key: '203', title: '行业动态', path: '/admin/model_manage/203', child: [] },
    { key: '204', title: '关于我们', path: '/admin/menu_manage/204', child: [] },
  ],
}
const tabs = { tabs: [], active: '' } as unknown as Parameters<typeof TabsContext>[0]['value']
const show = (fake: FakeBridge, session = aSession(), groups: NavGroup[] = []) =>
  renderUi(
    <TabsContext value={tabs}>
      <Palette groups={groups} session={session} account="a" onClose={() => undefined} />
    </TabsContext>,
    { host: fake },
  )
const titles = () => screen.getAllByRole('listitem').map((each) => each.textContent)
const type = (text: string) =>
  userEvent.type(screen.getByRole('searchbox', { name: '搜索功能、内容、文件、人员' }), text)

it('finds entries, behind the screens, once typing pauses, and goes to them', async () => {
  const fake = host()
  show(fake)
  await type('周报')
  await userEvent.click(await screen.findByRole('button', { name: /海洋周报/ }))
  expect(address()).toBe('/admin/model_manage/203?key=x')
  expect(fake.inputsOf('search.find')).toEqual([{ key: '周报' }])
})

it('shows what is found now, also where several entries have one title', async () => {
  const twins = [1, 2, 3].map((id) => ({ ...entry, id }))
  show(host().on('search.find', ({ key }) => ({ found: key === '周' ? twins : [entry], more: false })))
  await type('周')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /海洋周报/ })).toHaveLength(3))
  await type('报')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /海洋周报/ })).toHaveLength(1))
})

it('says when older entries may match that it does not list', async () => {
  show(host().on('search.find', ({ key }) => ({ found: [entry], more: key === '周' })))
  await type('周')
  expect(await screen.findByText(/仅列出最新的部分内容/)).toBeTruthy()
  await type('报')
  await waitFor(() => expect(screen.queryByText(/仅列出最新的部分内容/)).toBeNull())
  expect(screen.getByRole('button', { name: /海洋周报/ })).toBeTruthy()
})

it('changes the site by its pinyin initials', async () => {
  const fake = host().on('search.find', () => ({ found: [], more: false }))
  show(fake)
  await type('hykj')
  await userEvent.click(await screen.findByRole('button', { name: /切换站点：海洋科技/ }))
  await waitFor(() => expect(fake.inputsOf('session.setCurrentSite')).toEqual([{ siteId: 2 }]))
})

it('shows what was used last first', async () => {
  const { unmount } = show(host())
  await userEvent.click(await screen.findByRole('button', { name: /^设置/ }))
  unmount()
  show(host())
  await waitFor(() => expect(titles()[0]).toMatch(/^设置/))
})

it('shows what was found and chosen before, without asking for it', async () => {
  const { unmount } = show(host())
  await type('周报')
  await userEvent.click(await screen.findByRole('button', { name: /海洋周报/ }))
  unmount()
  show(host().on('search.find', () => ({ found: [], more: false })))
  await type('hyzb')
  await waitFor(() => expect(titles()[0]).toMatch(/^海洋周报/))
})

it('finds files of the workspaces and leads to them', async () => {
  const file = { id: 'w1', workspace: '企业模板', path: 'css/site.css' }
  show(host().on('localFiles.findAll', () => [file]))
  await type('site.c')
  await userEvent.click(await screen.findByRole('button', { name: /site\.css.*企业模板 \/ css/ }))
  expect(address()).toBe('/workspace/editor/w1?file=css%2Fsite.css')
})

it('begins new things where the account may, and leads to single settings', async () => {
  const editor = aSession({
    groupId: 7,
    siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 203, settingList: [1101] }] }],
  })
  const { unmount } = show(host(), editor, [listed])
  await type('新增')
  expect(titles()).toEqual(['新增内容：行业动态命令'])
  await userEvent.click(screen.getByRole('button', { name: /新增内容：行业动态/ }))
  expect(address()).toBe('/admin/model_manage/203?begin=1')
  unmount()

  show(host())
  await type('新增站')
  await userEvent.click(screen.getByRole('button', { name: /^新增站点/ }))
  expect(address()).toBe('/site/list?begin=1')
})

it('leads to single settings of the screens that the account has', async () => {
  show(host(), aSession({ groupId: 7 }))
  await type('密码有效期')
  expect(screen.queryAllByRole('listitem')).toEqual([])
  await userEvent.clear(screen.getByRole('searchbox'))
  await type('字号')
  await userEvent.click(screen.getByRole('button', { name: /代码编辑器字号.*设置项 · 设置/ }))
  expect(address()).toBe(`/settings?${new URLSearchParams({ setting: '代码编辑器字号' })}`)
})

it('goes on with what earlier versions kept, and without what it can’t read', async () => {
  const kept = (list: unknown) => localStorage.setItem('sitecraft.recentCommands', JSON.stringify({ a: list }))
  const first = () => {
    const { unmount } = show(host())
    const [title] = titles()
    unmount()
    return title
  }
  const plain = first()
  const found = { kind: 'entry', title: '海洋周报', group: '集团官网', path: '/x' }
  kept(['没有这个', { name: 'entry /x', ...found }])
  expect(first()).toMatch(/^海洋周报/)
  for (const broken of [
    '海洋周报',
    [{ name: 'entry /x', ...found, kind: 'other' }],
    [{ ...found }],
    [{ name: 'entry /x', ...found, title: 3 }],
  ]) {
    kept(broken)
    expect(first()).toBe(plain)
  }
})
