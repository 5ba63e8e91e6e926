import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { AttachmentUse } from '#shared/contract/attachment.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSettings } from '#tests/builders/settings.ts'
import { aLibraryItem } from '#tests/builders/libraryItem.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { beginStaging } from '#renderer/features/uploads/staging.ts'
import { ResourceLibrary } from './ResourceLibrary.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const items = (count: number) => Array.from({ length: count }, (_item, i) => aLibraryItem(i + 1))
const use = (attachmentId: number, title: string): AttachmentUse => ({
  attachmentId,
  where: 'template',
  id: 9,
  title,
  siteId: 1,
})
function open(change: (host: FakeBridge) => unknown = () => undefined, at = '/data/resource') {
  const host = aHost()
    .on('attachment.page', () => pageOf(items(3)))
    .on('attachment.usage', () => [])
    .on('media.image', () => ({ dataUrl: '' }))
    .on('media.open', ({ accessPath }) => ({ href: `/media/${accessPath.replace(/\W/g, '')}` }))
    .on('attachment.remove', () => null)
    .on('attachment.removeUsed', () => null)
  const queue = new UploadQueue(host)
  change(host)
  renderUi(<ResourceLibrary />, { host, at })
  return { host, queue, user: userEvent.setup() }
}
const asList = (host: FakeBridge) => host.on('settings.get', () => aSettings({ libraryView: 'list' }))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const find = (name: string) => screen.findByRole('row', { name })
const chosen = (): string => within(screen.getByRole('group', { name: '批量操作' })).getByRole('status').textContent

describe('the resource library', () => {
  it('shows how much of a large choice has been read, before it stands in the queue', async () => {
    open()
    await find('图片1.png')
    const staging = beginStaging([new File(['12345678'], 'big.png')], () => undefined)
    act(() => staging.loaded(2))
    within(screen.getByRole('group', { name: '正在读取文件' })).getByText('2 B / 8 B')
    act(() => staging.end())
    expect(screen.queryByRole('group', { name: '正在读取文件' })).toBeNull()
  })

  it('has tabs for images, files, films and sound, ten on a page, each with a state of its own [B-123] [B-406]', async () => {
    const { host, user } = open()
    await find('图片1.png')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['图片', '文件', '视频', '音频'])
    await user.type(screen.getByLabelText('搜索文件名'), '海报{Enter}')
    await waitFor(() => expect(address()).toContain(`image.key=${encodeURIComponent('海报')}`))
    await user.click(screen.getByRole('tab', { name: '视频' }))
    await waitFor(() => expect(host.inputsOf('attachment.page').at(-1)?.materialType).toBe('video'))
    expect(host.inputsOf('attachment.page').at(-1)).toMatchObject({ key: '', page: 1, size: 10 })
    expect(screen.getByLabelText('搜索文件名')).toHaveProperty('value', '')
  })

  it('searches by filename and by days, the last one to its end [B-124] [B-168]', async () => {
    const { host, user } = open()
    await find('图片1.png')
    await user.type(screen.getByLabelText('搜索文件名'), '海报{Enter}')
    for (const [label, day] of [
      ['开始上传日期', '2026-11-01'],
      ['结束上传日期', '2026-11-02'],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: day } })
      fireEvent.blur(screen.getByLabelText(label))
    }
    await waitFor(() =>
      expect(host.inputsOf('attachment.page').at(-1)).toMatchObject({
        materialType: 'image',
        key: '海报',
        startTime: '2026-11-01 00:00:00',
        endTime: '2026-11-02 23:59:59',
      }),
    )
  })

  it('shows name, dimensions, size, who and when as a table [B-167]', async () => {
    open(asList)
    const cells = within(await screen.findByRole('row', { name: /图片1\.png/ })).getAllByRole('cell')
    expect(cells.slice(1, 6).map((cell) => cell.textContent)).toEqual([
      // The sign of a picture that could not be had stands before the name.
      'png图片1.png',
      '640 × 480',
      '2 KB',
      'admin',
      '2026-11-01 10:00:00',
    ])
  })

  it('keeps the chosen way of showing', async () => {
    const { host } = open((fake) => fake.on('settings.set', () => new Promise(() => {})))
    await find('图片1.png')
    await press('列表')
    expect(host.inputsOf('settings.set')).toEqual([{ libraryView: 'list' }])
  })

  it('loads the small picture, not the large one', async () => {
    const { host } = open()
    await find('图片1.png')
    await waitFor(() => expect(host.inputsOf('media.image')[0]).toEqual({ accessPath: '/thumbs/1.png' }))
  })

  it('shows an empty state with the allowed uploads, and one for a search without results', async () => {
    const { user } = open((fake) => fake.on('attachment.page', () => pageOf([])))
    await screen.findByText('资源库还没有图片')
    screen.getByText(/支持 gif、jpg、jpeg、png，单个文件不超过 50 MB/)
    await user.type(screen.getByLabelText('搜索文件名'), '没有{Enter}')
    await screen.findByText('没有找到')
  })

  it('shows why it failed, and that the account may not see it', async () => {
    let code: 'timeout' | 'forbidden' = 'timeout'
    open((fake) =>
      fake.on('attachment.page', () => {
        throw new AppError(code, '服务器说了不')
      }),
    )
    await screen.findByText('加载失败')
    code = 'forbidden'
    await press('重试')
    await screen.findByText('没有权限')
  })

  it('stands hundreds of files on a page and names of 255 characters', async () => {
    const name = `${'长'.repeat(251)}.png`
    open((fake) => fake.on('attachment.page', () => pageOf([aLibraryItem(0, { oldName: name }), ...items(199)])))
    expect((await screen.findByText(name)).title).toBe(name)
    expect(document.querySelectorAll('[role=row]')).toHaveLength(200)
  })
})

describe.each(['grid', 'list'])('choosing files in the %s', (view) => {
  const start = async () => {
    const opened = open((host) => view === 'list' && asList(host))
    await screen.findByRole('row', { name: /图片1\.png/ })
    return opened
  }
  const tick = (id: number) => screen.getByRole('checkbox', { name: `选择 图片${id}.png` })

  it('takes single ones, with Shift all between, and the whole page', async () => {
    const { user } = await start()
    await user.click(tick(1))
    await user.keyboard('{Shift>}')
    await user.click(tick(3))
    await user.keyboard('{/Shift}')
    expect(chosen()).toBe('已选 3 项')
    await user.click(screen.getByRole('checkbox', { name: /^全选/ }))
    expect(chosen()).toBe('未选择')
    await user.click(screen.getByRole('checkbox', { name: /^全选/ }))
    expect(chosen()).toBe('已选 3 项')
  })

  it('follows the keys: arrows, space, Ctrl+A, Enter, Delete', async () => {
    const { user } = await start()
    screen.getByRole('row', { name: /图片1\.png/ }).focus()
    await user.keyboard(view === 'grid' ? '{ArrowRight}' : '{ArrowDown}')
    const second = screen.getByRole('row', { name: /图片2\.png/ })
    await waitFor(() => expect(document.activeElement).toBe(second))
    await user.keyboard(' ')
    expect(tick(2)).toHaveProperty('checked', true)
    await user.keyboard('{Control>}a{/Control}')
    expect(chosen()).toBe('已选 3 项')
    await user.keyboard('{Delete}')
    await screen.findByText('删除 3 个资源')
    await user.click(screen.getByRole('button', { name: '取消' }))
    second.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('img', { name: '图片2.png' })
  })
})

describe('deleting', () => {
  it('of one asks first, and says where it is not used [B-126] [B-383]', async () => {
    const { host } = open()
    await find('图片2.png')
    await press('删除 图片2.png')
    const question = await screen.findByRole('alertdialog')
    await within(question).findByText('确认删除？ 操作不可撤销！')
    expect(host.inputsOf('attachment.usage')).toEqual([{ ids: [2] }])
    expect(host.inputsOf('attachment.remove')).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(host.inputsOf('attachment.remove')).toEqual([[2]])
    await waitFor(() => expect(host.inputsOf('attachment.page')).toHaveLength(2))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('of many takes the chosen ones, and 请选择数据！ without any [B-127]', async () => {
    const { host, user } = open()
    await find('图片1.png')
    await press('删除')
    await screen.findByText('请选择数据！')
    await user.click(screen.getByRole('checkbox', { name: '选择 图片1.png' }))
    await user.click(screen.getByRole('checkbox', { name: '选择 图片3.png' }))
    await press('删除')
    await screen.findByText('确认删除？ 操作不可撤销！')
    await press('确定')
    await waitFor(() => expect(host.inputsOf('attachment.remove')).toEqual([[1, 3]]))
    await waitFor(() => expect(chosen()).toBe('未选择'))
  })

  it('of one that very much content shows names some of it, and says that there is more', async () => {
    const uses = Array.from({ length: 250 }, (_use, i): AttachmentUse => {
      return { attachmentId: 1, where: 'content', id: i, title: `集团新闻 / 第${i}篇`, siteId: 1 }
    })
    open((fake) => fake.on('attachment.usage', () => uses))
    await find('图片1.png')
    await press('删除 图片1.png')
    await screen.findByText('内容“集团新闻 / 第0篇”')
    expect(screen.getAllByText(/^内容“/)).toHaveLength(200)
    screen.getByText('还有 50 处未列出')
    screen.getByText('引用的内容较多，只列出最近的部分')
  })

  it('of used ones shows where, and needs a consent of its own', async () => {
    const { host, user } = open((fake) => fake.on('attachment.usage', () => [use(1, '企业站')]))
    await find('图片1.png')
    await press('删除 图片1.png')
    await screen.findByText('模板“企业站”')
    const all = screen.getByRole('button', { name: '全部删除' })
    await user.click(all)
    expect(host.inputsOf('attachment.removeUsed')).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: /仍要删除/ }))
    await user.click(all)
    await waitFor(() => expect(host.inputsOf('attachment.removeUsed')).toEqual([[1]]))
    expect(host.inputsOf('attachment.remove')).toEqual([])
  })

  it('of many can leave the used ones', async () => {
    const { host, user } = open((fake) => fake.on('attachment.usage', () => [use(2, '企业站')]))
    await find('图片1.png')
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    await press('删除')
    await screen.findByText('模板“企业站”：图片2.png')
    await press('只删除未使用的 2 个')
    await waitFor(() => expect(host.inputsOf('attachment.remove')).toEqual([[1, 3]]))
  })

  it('looks again when a file was taken into use meanwhile', async () => {
    let uses: AttachmentUse[] = []
    open((fake) =>
      fake
        .on('attachment.usage', () => uses)
        .on('attachment.remove', () => {
          uses = [use(1, '刚才用上的')]
          throw new AppError('conflict', '资源正在被模板“刚才用上的”使用')
        }),
    )
    await find('图片1.png')
    await press('删除 图片1.png')
    await screen.findByText('确认删除？ 操作不可撤销！')
    await press('确定')
    await screen.findByText('模板“刚才用上的”')
    expect(screen.getByRole('button', { name: '全部删除' })).toBeTruthy()
  })

  it('sends a new request each time, however recent the last one is', async () => {
    let uses: AttachmentUse[] = []
    const { host } = open((fake) => fake.on('attachment.usage', () => uses))
    await find('图片1.png')
    await press('删除 图片1.png')
    await screen.findByText('确认删除？ 操作不可撤销！')
    await press('取消')
    uses = [use(1, '刚才用上的')]
    await press('删除 图片1.png')
    await screen.findByText('模板“刚才用上的”')
    expect(host.inputsOf('attachment.usage')).toHaveLength(2)
  })

  it('does not delete while it is not known where files are used; another kind of server is said to be one', async () => {
    let code: 'timeout' | 'bad-answer' = 'timeout'
    const { host } = open((fake) =>
      fake.on('attachment.usage', () => {
        throw new AppError(code, '没有回答')
      }),
    )
    await find('图片1.png')
    await press('删除 图片1.png')
    await screen.findByText('加载失败')
    await press('确定')
    expect(host.inputsOf('attachment.remove')).toEqual([])
    code = 'bad-answer'
    await press('重试')
    await screen.findByText(/当前服务器不支持检查/)
    await press('确定')
    await waitFor(() => expect(host.inputsOf('attachment.remove')).toEqual([[1]]))
  })
})

describe('a file of the library', () => {
  it('is shown large, and the arrow keys go on', async () => {
    const { host, user } = open()
    await find('图片1.png')
    await press('预览 图片1.png')
    const picture = await screen.findByRole('img', { name: '图片1.png' })
    expect(picture.getAttribute('src')).toMatch(/^\/media\/files1png\?/)
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}')
    await screen.findByRole('img', { name: '图片2.png' })
    screen.getByText('2 / 3')
    expect(host.inputsOf('media.open').map((input) => input.accessPath)).toContain('/files/3.png')
    fireEvent.error(screen.getByRole('img', { name: '图片2.png' }))
    await screen.findByText(/“图片2.png”无法显示/)
  })

  it('opened by keys is closed by one Escape, which no tooltip takes', async () => {
    const { user } = open()
    await find('图片1.png')
    screen.getByRole('row', { name: '图片1.png' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: '预览' })))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('plays films and sound, and says what can’t be shown', async () => {
    const others = [
      aLibraryItem(1, { kind: 'video', oldName: '宣传.webm', extension: 'webm', imageWidth: 0, thumbPath: '' }),
      aLibraryItem(2, { kind: 'audio', oldName: '歌.mp3', extension: 'mp3', imageWidth: 0, thumbPath: '' }),
      aLibraryItem(3, { kind: 'file', oldName: '包.zip', extension: 'zip', imageWidth: 0, thumbPath: '' }),
    ]
    const { user } = open((fake) => fake.on('attachment.page', () => pageOf(others)))
    await find('宣传.webm')
    await press('预览 宣传.webm')
    expect((await screen.findByLabelText('宣传.webm', { selector: 'video' })).getAttribute('controls')).toBe('')
    await user.keyboard('{ArrowRight}')
    await screen.findByLabelText('歌.mp3', { selector: 'audio' })
    await user.keyboard('{ArrowRight}')
    await screen.findByText('该文件类型不支持预览')
  })

  it('shows its details, its full address and where it is used', async () => {
    open((fake) => fake.on('attachment.usage', () => [use(1, '企业站')]))
    await find('图片1.png')
    await press('详情 图片1.png')
    for (const text of ['640 × 480 像素', '2 KB', 'admin', 'http://127.0.0.1:4000/files/1.png', '模板“企业站”'])
      await screen.findByText(text)
  })

  it('is uploaded into its tab, several at once; when one has arrived the list reloads [B-125] [A-166]', async () => {
    const { host, queue } = open()
    queue.autoFinish()
    await find('图片1.png')
    const before = host.inputsOf('attachment.page').length
    const files = ['甲.png', '乙.png'].map((name) => new File(['x'], name))
    fireEvent.change(screen.getByLabelText('选择要上传的图片'), { target: { files } })
    await waitFor(() => expect(queue.tasks.map(({ name }) => name)).toEqual(['甲.png', '乙.png']))
    expect(queue.tasks[0]?.target).toEqual({ to: 'library', kind: 'image', siteId: 1 })
    await waitFor(() => expect(host.inputsOf('attachment.page').length).toBeGreaterThan(before))
  })

  it('is replaced in place by one of the same type', async () => {
    const { host, queue } = open((fake) => fake.on('attachment.replace', () => aLibraryItem(1)))
    queue.autoFinish()
    await find('图片1.png')
    await press('替换 图片1.png')
    const input = await screen.findByLabelText('选择新文件', { selector: 'input' })
    expect(input.getAttribute('accept')).toBe('.png')
    fireEvent.change(input, { target: { files: [new File(['x'], '新的.png')] } })
    await waitFor(() => expect(host.inputsOf('attachment.replace')).toEqual([{ id: 1, accessPath: '/files/新的.png' }]))
    expect(queue.tasks[0]?.target).toMatchObject({ to: 'call', kind: 'image', extensions: ['png'] })
    await waitFor(() => expect(screen.queryByText('替换“图片1.png”')).toBeNull())
  })
})
