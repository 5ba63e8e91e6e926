import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { useChooseSite, useCurrentSite } from './currentSite.ts'
import { useHostFacts } from './useHostFacts.ts'

function Site() {
  useHostFacts()
  const choose = useChooseSite()
  return <button onClick={() => choose(3)}>{useCurrentSite()}</button>
}

const open = (host: FakeBridge): void => void renderUi(<Site />, { host })
const site = async (): Promise<string> => (await screen.findByRole('button', { name: /[1-9]/ })).textContent

it('a window holds its site, whatever another window chooses, and over a reload', async () => {
  let last = 1
  const host = aHost().on('session.status', () => aSession({ currentSiteId: last }))
  open(host)
  expect(await site()).toBe('1')
  last = 2
  act(() => host.emit('session.changed', aSession({ currentSiteId: 2 })))
  expect(await site()).toBe('1')
  cleanup()
  open(host)
  expect(await site()).toBe('1')
})

it('a new window starts with the site that was chosen last', async () => {
  let last = 1
  const host = aHost()
    .on('session.status', () => aSession({ currentSiteId: last }))
    .on('session.setCurrentSite', ({ siteId }) => {
      last = siteId
      return aSession({ currentSiteId: last })
    })
  open(host)
  await site()
  await userEvent.click(screen.getByRole('button'))
  expect(await site()).toBe('3')
  cleanup()
  sessionStorage.clear()
  open(host)
  expect(await site()).toBe('3')
})

it('the site of one account is none of the next, and one that was taken away is left', async () => {
  const host = aHost()
  open(host)
  expect(await site()).toBe('1')
  const granted = (siteId: number) => [{ siteId, menuItemDTOList: [{ menuId: 100, settingList: [] }] }]
  const editor = { username: 'editor', groupId: 9 }
  act(() => host.emit('session.changed', aSession({ ...editor, currentSiteId: 4, siteItemDTOList: granted(4) })))
  expect(await site()).toBe('4')
  act(() => host.emit('session.changed', aSession({ ...editor, currentSiteId: 5, siteItemDTOList: granted(5) })))
  expect(await site()).toBe('5')
  // While an expired session signs in again, the pages stay on their site.
  act(() => host.emit('session.changed', aSession({ ...editor, state: 'expired', currentSiteId: 0 })))
  expect(await site()).toBe('5')
})
