import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UploadKind } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { aLibraryItem } from '#tests/builders/libraryItem.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { ChosenFile } from './items.ts'
import { MediaPicker } from './MediaPicker.tsx'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const ITEMS = Array.from({ length: 60 }, (_each, i) => aLibraryItem(i + 1))

let host: FakeBridge
let queue: UploadQueue
let confirmed: readonly ChosenFile[] | null
let closed = false

beforeEach(() => {
  confirmed = null
  closed = false
  host = aHost()
    .on('media.image', ({ accessPath }) => ({ dataUrl: accessPath === '/thumbs/2.png' ? '' : PIXEL }))
    .on('attachment.page', ({ page, size, key, startTime }) => {
      const found = ITEMS.filter(({ oldName }) => oldName.includes(key) && startTime === '')
      const content = found.slice((page - 1) * size, page * size)
      return { content, totalElements: found.length, totalPages: Math.ceil(found.length / size) }
    })
  queue = new UploadQueue(host)
})

const open = (options: { kind?: UploadKind; many?: boolean; max?: number } = {}) => {
  const { kind = 'image', ...rest } = options
  renderUi(
    <MediaPicker
      kind={kind}
      {...rest}
      onConfirm={(chosen) => (confirmed = chosen)}
      onClose={() => {
        closed = true
      }}
    />,
    { host },
  )
  return userEvent.setup()
}
const option = (name: string) => screen.findByRole('option', { name: new RegExp(`^${name}\\.png，`) })
const confirm = () => screen.getByRole('button', { name: '确定' })
const tray = () => screen.getByRole('group', { name: '已选择' })
const tab = (name: string) => screen.getByRole('tab', { name })
const image = (name: string): File => new File(['x'], name, { type: 'image/png' })
const input = (): HTMLElement => screen.getByLabelText('选择要上传的图片')

describe('the media picker', () => {
  it('has three tabs and lists 24 files a page, with 20, 30, 40 or 50 instead [B-128] [B-407]', async () => {
    const user = open()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['选择已有', '网络地址', '上传'])
    await option('图片1')
    expect(screen.getAllByRole('option', { name: /640 × 480/ })).toHaveLength(24)
    expect(host.inputsOf('attachment.page')[0]).toMatchObject({ materialType: 'image', page: 1, size: 24 })
    const sizes = screen.getByLabelText('每页条数')
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['20', '24', '30', '40', '50'].map((size) => `${size} 条/页`))
    await user.selectOptions(sizes, '50')
    await waitFor(() => expect(screen.getAllByRole('option', { name: /640 × 480/ })).toHaveLength(50))
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['20', '30', '40', '50'].map((size) => `${size} 条/页`))
  })

  it('shows thumbnails, and the picture itself where there is no thumbnail', async () => {
    open()
    await option('图片1')
    await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(24))
    const asked = host.inputsOf('media.image').map(({ accessPath }) => accessPath)
    expect(asked).toContain('/thumbs/1.png')
    expect(asked.filter((path) => path.startsWith('/files/'))).toEqual(['/files/2.png'])
  })

  it('takes one file: another replaces it, a double-click takes it at once', async () => {
    const user = open()
    await user.click(await option('图片1'))
    await user.click(await option('图片2'))
    expect(screen.getAllByRole('option', { selected: true, name: /^图片/ })).toHaveLength(1)
    await user.click(confirm())
    expect(confirmed).toEqual([{ src: '/files/2.png', name: '图片2.png' }])
    await user.dblClick(await option('图片3'))
    expect(confirmed).toEqual([{ src: '/files/3.png', name: '图片3.png' }])
  })

  it('takes several in the order of choosing, over pages, up to its limit', async () => {
    const user = open({ many: true, max: 3 })
    await user.click(await option('图片5'))
    await user.click(await option('图片2'))
    expect((await option('图片2')).getAttribute('aria-label')).toContain('第 2 个')
    await user.click(screen.getByRole('button', { name: '第 2 页' }))
    await user.click(await option('图片30'))
    await user.click(await option('图片31'))
    await screen.findByText('最多选择 3 个')
    expect(within(tray()).getByText(/已选 3 项，最多 3 项/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '移除 图片5.png' }))
    await user.click(confirm())
    expect(confirmed?.map(({ name }) => name)).toEqual(['图片2.png', '图片30.png'])
  })

  it('is worked with the keys: arrows move, the space bar chooses, Enter takes', async () => {
    const user = open()
    const first = await option('图片1')
    first.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft} ')
    expect((await option('图片2')).getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(await option('图片24'))
    expect(screen.getAllByRole('option', { name: /^图片/ }).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{Enter}')
    expect(confirmed).toEqual([{ src: '/files/24.png', name: '图片24.png' }])
  })

  it('searches by name and day, and says when nothing is found', async () => {
    const user = open()
    await option('图片1')
    await user.type(screen.getByLabelText('搜索文件名'), '图片60{Enter}')
    await waitFor(() => expect(screen.getAllByRole('option', { name: /^图片/ })).toHaveLength(1))
    const from = screen.getByRole('combobox', { name: '开始上传日期' })
    fireEvent.change(from, { target: { value: '2026-11-01' } })
    fireEvent.blur(from)
    await screen.findByText('没有找到图片')
    expect(host.inputsOf('attachment.page').at(-1)?.startTime).toBe('2026-11-01 00:00:00')
    await user.click(screen.getByRole('button', { name: '清空条件' }))
    await option('图片1')
  })

  it('says when the library is empty, and when it can not be read', async () => {
    host.on('attachment.page', () => ({ content: [], totalElements: 0, totalPages: 0 }))
    const user = open({ kind: 'video' })
    await screen.findByText('资源库还没有视频')
    await user.click(screen.getByRole('button', { name: '上传视频' }))
    expect(tab('上传').getAttribute('aria-selected')).toBe('true')
  })

  it('offers to try again after a failure', async () => {
    const page = { content: ITEMS.slice(0, 1), totalElements: 1, totalPages: 1 }
    let failing = true
    host.on('attachment.page', () => {
      if (failing) throw new AppError('timeout', '服务器没有及时回答，请稍后再试')
      return page
    })
    const user = open()
    await screen.findByText('服务器没有及时回答，请稍后再试')
    failing = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    await option('图片1')
  })

  it('takes a web address after a check, and keeps the typed text meanwhile [B-128]', async () => {
    const user = open({ many: true })
    await user.click(tab('网络地址'))
    await user.type(screen.getByLabelText('图片的网络地址'), 'example.com/a.png{Enter}')
    await screen.findByText('请输入完整的网络地址，以 http:// 或 https:// 开头')
    await user.click(tab('选择已有'))
    await user.click(tab('网络地址'))
    expect(screen.getByLabelText<HTMLInputElement>('图片的网络地址').value).toBe('example.com/a.png')
    await user.clear(screen.getByLabelText('图片的网络地址'))
    await user.type(screen.getByLabelText('图片的网络地址'), 'https://example.com/a.png')
    await user.click(screen.getByRole('button', { name: '使用该地址' }))
    await user.click(confirm())
    expect(confirmed).toEqual([{ src: 'https://example.com/a.png', name: 'a.png' }])
  })

  it('uploads, and chooses what has arrived; nothing can be taken before', async () => {
    const user = open({ many: true })
    await user.click(tab('上传'))
    await user.upload(input(), [image('新1.png'), image('新2.png')])
    const waiting = await screen.findByRole('button', { name: '正在上传…' })
    expect(waiting.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(queue.tasks).toHaveLength(2))
    expect(queue.find('新1.png').target).toEqual({ to: 'library', kind: 'image', siteId: 0 })
    queue.finish('新2.png')
    queue.finish('新1.png')
    await user.click(await screen.findByRole('button', { name: '确定' }))
    expect(confirmed?.map(({ src }) => src)).toEqual(['/files/新2.png', '/files/新1.png'])
  })

  it('takes a refused upload out of its list and shows the reason [B-394]', async () => {
    const user = open({ many: true })
    await user.click(tab('上传'))
    await user.upload(input(), [image('坏.png'), image('好.png')])
    await waitFor(() => expect(queue.tasks).toHaveLength(2))
    queue.finish('好.png')
    queue.fail('坏.png', '图片的内容不是 png')
    await screen.findByText('图片的内容不是 png')
    await waitFor(() => expect(queue.tasks.map(({ name }) => name)).toEqual(['好.png']))
    expect(tray().textContent).toContain('好.png')
    expect(tray().textContent).not.toContain('坏.png')
  })

  it('goes away while an upload runs on, and reports it', async () => {
    const user = open()
    await user.click(tab('上传'))
    await user.upload(input(), image('新.png'))
    await waitFor(() => expect(queue.tasks).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: '取消' }))
    await screen.findByText(/上传将在后台继续/)
    expect(closed).toBe(true)
    expect(queue.tasks).toHaveLength(1)
  })
})
