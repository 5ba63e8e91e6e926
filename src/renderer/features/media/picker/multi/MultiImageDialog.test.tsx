import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { ChosenFile } from '../items.ts'
import { MultiImageDialog } from './MultiImageDialog.tsx'

const image = (name: string, bytes = 10): File => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
let host: FakeBridge
let queue: UploadQueue
let done: readonly ChosenFile[] | null
beforeEach(() => {
  done = null
  host = aHost()
  queue = new UploadQueue(host)
})

const open = (limit?: number) => {
  renderUi(
    <MultiImageDialog {...(limit ? { limit } : {})} onDone={(images) => (done = images)} onClose={() => undefined} />,
    { host },
  )
  return userEvent.setup({ applyAccept: false })
}
const input = (): HTMLElement => screen.getByLabelText('选择要上传的图片')
const start = () => screen.getByRole('button', { name: '开始上传' })

describe('the multi-image dialog', () => {
  it('says its limits, filters what does not fit, and refuses too many [B-258] [B-259] [B-260] [B-261]', async () => {
    const user = open()
    expect(screen.getByText('jpg、jpeg、png 图片，最多 50 张，每张不超过 1 MB')).toBeTruthy()
    await user.upload(input(), [image('a.png'), image('b.gif'), image('大.jpg', 1024 * 1024 + 1)])
    await screen.findByText('请上传 jpg,jpeg,png 的格式! 未选择：b.gif')
    await screen.findByText('文件大小不能大于1M! 未选择：大.jpg')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await user.upload(
      input(),
      Array.from({ length: 50 }, (_each, i) => image(`${i}.png`)),
    )
    await screen.findByText('当前限制选择 50 个文件，本次选择了 51 个文件')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('uploads all together, shows the progress, and says how many there are [B-263]', async () => {
    const user = open()
    await user.upload(input(), [image('a.png'), image('b.png'), image('c.png')])
    await user.click(screen.getByRole('button', { name: '移除 b.png' }))
    await user.click(start())
    await screen.findByRole('button', { name: '正在上传 0 / 2' })
    await waitFor(() => expect(queue.tasks).toHaveLength(2))
    queue.finish('c.png')
    await screen.findByRole('button', { name: '正在上传 1 / 2' })
    queue.finish('a.png')
    await screen.findByText('上传完成! 共上传2张图片')
    expect(done?.map(({ name }) => name)).toEqual(['a.png', 'c.png'])
  })

  it('names a failed file and its size, and lets the others be used or it be tried again [B-262]', async () => {
    const user = open()
    await user.upload(input(), [image('a.png', 2048), image('b.png', 5120)])
    await user.click(start())
    await waitFor(() => expect(queue.tasks).toHaveLength(2))
    queue.finish('a.png')
    queue.fail('b.png', '空间不足')
    await screen.findByText('文件[b.png]上传失败，文件大小为5KB：空间不足')
    await screen.findByText('上传完成! 共上传1张图片')
    expect(done).toBeNull()
    await user.click(screen.getByRole('button', { name: '使用已上传的 1 张' }))
    expect(done?.map(({ name }) => name)).toEqual(['a.png'])
  })

  it('has a limit of its owner, and starts with nothing chosen', async () => {
    const user = open(2)
    expect(start().getAttribute('aria-disabled')).toBe('true')
    await user.upload(input(), [image('a.png'), image('b.png'), image('c.png')])
    await screen.findByText('当前限制选择 2 个文件，本次选择了 3 个文件')
    expect(start().getAttribute('aria-disabled')).toBe('true')
  })
})
