import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PageWindows } from '../ports.ts'
import type { Emit } from '../types.ts'
import { pageWindowHandlers } from './pageWindows.ts'

const page = { href: '/site/list?page=2', siteId: 3, state: { size: 20 }, from: 'w1' }
const QUICK = { receiveMs: 40, leaveMs: 40 }

/** The handlers of a host, with what its windows were told. @param opens the host opens windows itself */
function host(opens: boolean, patience = { receiveMs: 5000, leaveMs: 5000 }) {
  const told: unknown[] = []
  const windows: PageWindows = {
    open: (ticket, address) => void told.push(['open', ticket, address]),
    showMainWindow: (address) => void told.push(['main', address]),
  }
  const emit: Emit = (event, payload) => void told.push([event, payload])
  return { told, call: pageWindowHandlers({ windows: opens ? windows : null, emit, patience }) }
}

it('a page goes to the new window as its own window gives it, and is there when it is gone from that', async () => {
  const { told, call } = host(true)
  const { ticket, opened } = await call['pageWindows.open']()
  expect([opened, told]).toEqual([true, [['open', ticket, `/torn/${ticket}`]]])
  let isThere = false
  const taken = call['pageWindows.take']({ ticket }).then((given) => {
    isThere = true
    return given
  })
  expect(told.at(-1)).toEqual(['pageWindow.asked', { ticket }])
  await expect(call['pageWindows.take']({ ticket }), 'one window alone').rejects.toMatchObject({ code: 'not-found' })
  await call['pageWindows.give']({ ticket, page })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(isThere, 'it still stands in the former window').toBe(false)
  await call['pageWindows.left']({ ticket })
  expect(await taken).toEqual(page)
  for (const late of [call['pageWindows.take']({ ticket }), call['pageWindows.give']({ ticket, page })])
    await expect(late).rejects.toMatchObject({ code: 'not-found' })
})

it('a window that does not answer keeps its page; one that does not say that it is gone is not waited for', async () => {
  const { call } = host(false, QUICK)
  const silent = await call['pageWindows.open']()
  expect(silent.opened).toBe(false)
  await expect(call['pageWindows.take'](silent)).rejects.toMatchObject({
    message: '原窗口没有响应，页面和填写的内容仍在原窗口中',
  })
  const { ticket } = await call['pageWindows.open']()
  const taken = call['pageWindows.take']({ ticket })
  await call['pageWindows.give']({ ticket, page })
  expect(await taken).toEqual(page)
})

it.each([true, false])(
  'a page that goes back is offered to the main window (opened by the host: %s)',
  async (opens) => {
    const { told, call } = host(opens)
    const ticket = randomUUID()
    const back = call['pageWindows.back']({ ticket, href: page.href, to: 'main' })
    const offer = opens
      ? ['main', `/take/${ticket}?page=%2Fsite%2Flist%3Fpage%3D2`]
      : ['pageWindow.offered', { ticket, href: page.href, to: 'main' }]
    expect(told).toEqual([offer])
    const taken = call['pageWindows.take']({ ticket })
    await call['pageWindows.give']({ ticket, page })
    expect(await back).toEqual({ answer: 'taken' })
    await call['pageWindows.left']({ ticket })
    expect(await taken).toEqual(page)
  },
)

it('a page that the main window does not want, or that there is no main window for, stays', async () => {
  const { call } = host(false, QUICK)
  const [refused, alone] = [randomUUID(), randomUUID()]
  const back = call['pageWindows.back']({ ticket: refused, href: page.href, to: 'main' })
  await call['pageWindows.refuse']({ ticket: refused })
  expect(await back).toEqual({ answer: 'refused' })
  expect(await call['pageWindows.back']({ ticket: alone, href: page.href, to: 'main' })).toEqual({ answer: 'none' })
  for (const ticket of [refused, alone])
    await expect(call['pageWindows.take']({ ticket })).rejects.toMatchObject({ code: 'not-found' })
  for (const name of ['pageWindows.refuse', 'pageWindows.left'] as const)
    expect(await call[name]({ ticket: alone })).toBeNull()
})
