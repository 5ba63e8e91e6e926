import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { DeliverySettings } from '#shared/contract/delivery.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Delivery } from './Delivery.tsx'

configure({ defaultHidden: true })

it('says who may read a site, saves it, and shows addresses that can be called', async () => {
  let settings: DeliverySettings = { siteId: 1, mode: 'off', columnIds: [], maxAge: 60, version: 0 }
  const host = aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
    .on('column.getTree', () => [])
    .on('delivery.settings', () => settings)
    .on('delivery.save', ({ mode }) => {
      settings = { ...settings, mode, version: settings.version + 1 }
      return null
    })
  renderUi(<Delivery />, { host, at: '/site/delivery?site=1' })
  const examples = await screen.findByRole('region', { name: '调用示例' })
  expect(examples.textContent).toContain('当前未开放')
  expect(examples.textContent).toContain('/api/cebest-cms/delivery/1/entries?column=')
  await userEvent.click(screen.getByRole('radio', { name: '凭令牌读取' }))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(examples.textContent).toContain("-H 'Authorization: Bearer sct.…'"))
  expect(host.inputsOf('delivery.save')).toMatchObject([{ siteId: 1, mode: 'token', columnIds: [], maxAge: 60 }])
})
