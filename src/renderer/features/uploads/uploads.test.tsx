import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DropZone } from './DropZone.tsx'
import { UploadButton } from './UploadButton.tsx'
import { UploadList } from './UploadList.tsx'
import { type UploaderOptions, useUploader } from './useUploader.tsx'

// The focus trap of the panel hides and shows late in a DOM without layout.
configure({ defaultHidden: true })
afterEach(() => vi.restoreAllMocks())

const IMAGES = { to: 'library', kind: 'image', siteId: 3 } as const

function Place(options: Partial<UploaderOptions>) {
  const uploader = useUploader({ target: IMAGES, multiple: true, ...options })
  return (
    <DropZone label="图片区" onFiles={uploader.add}>
      <UploadButton uploader={uploader} />
      <output aria-label="忙">{String(uploader.busy)}</output>
      <UploadList ids={uploader.ids} />
    </DropZone>
  )
}

function open(options: Partial<UploaderOptions> = {}): { host: FakeBridge; queue: UploadQueue } {
  const host = aHost()
  const queue = new UploadQueue(host)
  renderUi(<Place {...options} />, { host })
  return { host, queue }
}
const file = (name: string, type = ''): File => new File(['x'], name, { type })
const choose = (...names: string[]): void => {
  fireEvent.change(screen.getByLabelText('选择要上传的文件'), { target: { files: names.map((name) => file(name)) } })
}
const busy = (): string | null => screen.getByLabelText('忙').textContent

describe('an uploader', () => {
  it('queues the chosen files, follows them and reports each finished file once [A-166]', async () => {
    const done: string[] = []
    const settled: unknown[] = []
    const { host, queue } = open({
      onDone: ({ accessPath }, { name }) => done.push(`${name} ${accessPath}`),
      onSettled: (result) => settled.push(result),
    })
    choose('a.png', 'b.png')
    await screen.findByText('a.png')
    expect(host.inputsOf('uploads.add')).toEqual([{ grants: ['grant-0-a.png', 'grant-1-b.png'], target: IMAGES }])
    expect(busy()).toBe('true')
    act(() => queue.send('a.png', { sent: 400, size: 1000, speed: 100, remaining: 6 }))
    await screen.findByText('400 B / 1000 B · 100 B/s · 剩余 6 秒')
    act(() => queue.finish('a.png'))
    act(() => queue.finish('a.png'))
    expect(done).toEqual(['a.png /files/a.png'])
    expect(settled).toEqual([])
    act(() => queue.finish('b.png'))
    expect(done).toEqual(['a.png /files/a.png', 'b.png /files/b.png'])
    expect(settled).toEqual([{ done: 2, failed: 0, cancelled: 0 }])
    expect(busy()).toBe('false')
  })

  it('takes one file where one is wanted, and says which [B-257]', async () => {
    const { host } = open({ multiple: false })
    choose('a.png', 'b.png')
    await screen.findByText('一次只能上传一个文件，仅上传了“a.png”')
    await waitFor(() => expect(host.inputsOf('uploads.add')).toEqual([{ grants: ['grant-0-a.png'], target: IMAGES }]))
    choose('c.png')
    await waitFor(() => expect(host.inputsOf('uploads.add')).toHaveLength(2))
    expect(screen.getAllByText(/一次只能上传一个文件/)).toHaveLength(1)
  })

  it('handles events of files that arrive before the response to adding them', async () => {
    const done: string[] = []
    const { queue } = open({ onDone: (_attachment, { name }) => done.push(name) })
    queue.autoFinish()
    choose('a.png', 'b.png')
    await waitFor(() => expect(done).toEqual(['a.png', 'b.png']))
  })

  it('refuses wrong files in the documents words, names them, and takes the others [A-194] [B-255] [A-318]', async () => {
    const { host, queue } = open()
    queue.refuse('gone.png', '找不到文件“gone.png”，它可能已被移动或删除，请重新选择')
    const large = file('large.png')
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 })
    const border = file('border.png')
    Object.defineProperty(border, 'size', { value: 50 * 1024 * 1024 })
    const files = [file('a.png'), file('b.bmp'), large, file('gone.png'), border]
    fireEvent.change(screen.getByLabelText('选择要上传的文件'), { target: { files } })
    await screen.findByText('请上传 gif,jpg,jpeg,png 的格式!')
    await screen.findByText('文件大小不能大于50M!')
    await screen.findByText('找不到文件“gone.png”，它可能已被移动或删除，请重新选择')
    await screen.findByText('未上传：b.bmp、large.png、gone.png')
    await screen.findByText('a.png')
    await waitFor(() =>
      expect([...host.granted.values()].map(({ name }) => name)).toEqual(['a.png', 'gone.png', 'border.png']),
    )
  })

  it('takes one file where one is wanted [B-257]', async () => {
    const { host } = open({ multiple: false })
    choose('a.png', 'b.png')
    await screen.findByText('a.png')
    expect(host.granted.size).toBe(1)
  })

  it('says what the server said when one fails, once for many with the same reason [A-287]', async () => {
    const settled: unknown[] = []
    const { queue } = open({ onSettled: (result) => settled.push(result) })
    choose('a.png', 'b.png', 'c.png')
    await screen.findByText('a.png')
    act(() => {
      queue.fail('a.png', '空间不足')
      queue.fail('b.png', '空间不足')
      queue.finish('c.png')
    })
    await screen.findByText('空间不足（“a.png”等 2 个文件）')
    expect(settled).toEqual([{ done: 1, failed: 2, cancelled: 0 }])
    await userEvent.click(screen.getByRole('button', { name: '重试 a.png' }))
    act(() => queue.finish('a.png'))
    expect(settled.at(-1)).toEqual({ done: 1, failed: 0, cancelled: 0 })
  })

  it('pauses, resumes and cancels one [P14]', async () => {
    const settled: unknown[] = []
    const { host, queue } = open({ onSettled: (result) => settled.push(result) })
    choose('a.png')
    await userEvent.click(await screen.findByRole('button', { name: '暂停 a.png' }))
    await screen.findByText(/^已暂停/)
    await userEvent.click(screen.getByRole('button', { name: '继续 a.png' }))
    await screen.findByText(/^等待中/)
    const { id } = queue.find('a.png')
    await userEvent.click(screen.getByRole('button', { name: '取消 a.png' }))
    await waitFor(() => expect(screen.queryByText('a.png')).toBeNull())
    expect(host.inputsOf('uploads.cancel')).toEqual([{ ids: [id] }])
    expect(settled).toEqual([{ done: 0, failed: 0, cancelled: 1 }])
  })

  it('takes dropped files, and a pasted image under a name of its own', async () => {
    const { host } = open()
    const dataTransfer = { files: [file('drop.png')], types: ['Files'] }
    fireEvent.dragEnter(screen.getByRole('region', { name: '图片区' }), { dataTransfer })
    await screen.findByText('松开鼠标即可上传')
    fireEvent.drop(screen.getByRole('region', { name: '图片区' }), { dataTransfer })
    await screen.findByText('drop.png')
    fireEvent.paste(document.body, { clipboardData: { files: [file('image.png', 'image/png')], types: ['Files'] } })
    await screen.findByText(/^粘贴的图片-\d{8}-\d{6}\.png$/)
    expect(host.granted.size).toBe(2)
  })

  it('takes the files of a dropped folder with their places in it', async () => {
    const { host } = open({ target: { to: 'template', path: 'site' } })
    const leaf = (fullPath: string) => {
      const name = fullPath.split('/').at(-1) ?? ''
      return { isDirectory: false, name, fullPath, file: (found: (file: File) => void) => found(file(name)) }
    }
    const folder = (fullPath: string, children: readonly object[]) => {
      const batches = [children, []]
      const readEntries = (found: (entries: unknown) => void): void => found(batches.shift())
      return { isDirectory: true, name: fullPath.slice(1), fullPath, createReader: () => ({ readEntries }) }
    }
    const entry = folder('/theme', [
      leaf('/theme/a.css'),
      leaf('/theme/.DS_Store'),
      folder('/theme/js', [leaf('/theme/js/b.js')]),
    ])
    const item = { kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => file('theme') }
    const places: string[] = []
    const grant = vi.spyOn(host, 'grantFiles')
    fireEvent.drop(screen.getByRole('region', { name: '图片区' }), {
      dataTransfer: { items: [item], types: ['Files'] },
    })
    await screen.findByText('b.js')
    for (const each of grant.mock.calls[0]?.[0] ?? []) places.push(each.webkitRelativePath)
    expect(places).toEqual(['theme/a.css', 'theme/js/b.js'])
  })

  it('shows why the host takes nothing', async () => {
    const { host } = open()
    host.on('uploads.add', () => {
      throw new AppError('no-space', '磁盘空间不足')
    })
    choose('a.png')
    await screen.findByText('磁盘空间不足')
    await waitFor(() => expect(busy()).toBe('false'))
  })
})
