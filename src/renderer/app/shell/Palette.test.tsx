import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { Found } from '#shared/contract/search.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TabsContext } from '../tabs/useTabs.ts'
import { Palette } from './Palette.tsx'

beforeEach(() => localStorage.clear())

const entry: Found = {
  kind: 'entry',
  title: '海洋周报',
  note: '集团官网 / 行业动态',
  path: '/admin/model_manage/203?key=x',
}
const host = (): FakeBridge =>
  aHost()
    .on('search.find', () => [entry])
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('session.setCurrentSite', ({ siteId }) => aSession({ currentSiteId: siteId }))
const tabs = { tabs: [], active: '' } as unknown as Parameters<typeof TabsContext>[0]['value']
const show = (fake: FakeBridge) =>
  renderUi(
    <TabsContext value={tabs}>
      <Palette groups={[]} account="a" onClose={() => undefined} />
    </TabsContext>,
    { host: fake },
  )
const titles = () => screen.getAllByRole('listitem').map((each) => each.textContent)
const type = (text: string) => userEvent.type(screen.getByRole('searchbox', { name: '搜索功能' }), text)

it('finds entries, behind the screens, once typing pauses, and goes to them', async () => {
  const fake = host()
  show(fake)
  await type('周报')
  await userEvent.click(await screen.findByRole('button', { name: /海洋周报/ }))
  expect(address()).toBe('/admin/model_manage/203?key=x')
  expect(fake.inputsOf('search.find')).toEqual([{ key: '周报' }])
})

it('changes the site by its pinyin initials', async () => {
  const fake = host().on('search.find', () => [])
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
