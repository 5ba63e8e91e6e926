import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { AttachmentQuota } from '#shared/contract/attachment.ts'
import { AppError } from '#shared/errors/index.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { QuotaDialog } from './QuotaDialog.tsx'

const quota: AttachmentQuota = {
  siteMb: 51_200,
  accountMb: 20_480,
  accountUsed: 0,
  editable: true,
  sites: [
    { siteId: 1, title: '集团官网', used: 3 * 1024 * 1024, quotaMb: null },
    { siteId: 2, title: '人才招聘网', used: 0, quotaMb: 100 },
  ],
}

const open = () => {
  const host = aHost()
    .on('attachment.quota', () => quota)
    .on('attachment.saveQuota', () => null)
  renderUi(<QuotaDialog onClose={() => undefined} />, { host })
  return { host, user: userEvent.setup() }
}
const field = (name: string) => screen.findByRole('spinbutton', { name: new RegExp(name) })

it('shows what sites use, and saves what all of them and one of them may', async () => {
  const { host, user } = open()
  expect(await screen.findByText(/已用 3.* MB/)).toBeTruthy()
  const all = await field('每个站点')
  await user.clear(all)
  await user.type(all, '1000')
  await user.type(await field('集团官网'), '2000')
  await user.clear(await field('人才招聘网'))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() =>
    expect(host.inputsOf('attachment.saveQuota')).toEqual([
      {
        siteMb: 1000,
        accountMb: 20_480,
        sites: [
          { siteId: 1, quotaMb: 2000 },
          { siteId: 2, quotaMb: null },
        ],
      },
    ]),
  )
})

it('shows why it can not be read, and reads again', async () => {
  let tries = 0
  const host = aHost().on('attachment.quota', () => {
    tries += 1
    if (tries === 1) throw new AppError('internal', '服务器暂时不能读取')
    return quota
  })
  renderUi(<QuotaDialog onClose={() => undefined} />, { host })
  await screen.findByText(/服务器暂时不能读取/)
  await userEvent.click(screen.getByRole('button', { name: /重试|重新/ }))
  expect(await field('集团官网')).toBeTruthy()
})

it('reports the error of a number and saves nothing', async () => {
  const { host, user } = open()
  await user.clear(await field('每个账号'))
  await user.type(await field('每个账号'), '1.5')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect((await screen.findAllByText('空间大小应为整数，单位是 MB')).length).toBeGreaterThan(0)
  expect(host.inputsOf('attachment.saveQuota')).toEqual([])
})
