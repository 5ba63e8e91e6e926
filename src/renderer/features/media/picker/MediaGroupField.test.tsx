import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type MediaItem, mediaItem } from '#shared/contract/mediaItem.ts'
import { aLibraryItem } from '#tests/builders/libraryItem.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { aHost } from '#tests/setup/renderUi.tsx'
import { itemOf } from './items.ts'
import { type ItemFields, itemFieldsOf } from './group/itemFields.ts'
import { MediaField } from './MediaField.tsx'
import { MediaGroupField } from './MediaGroupField.tsx'

const items = ['一', '二', '三'].map((name, i) => itemOf({ src: `/files/${name}.png`, name: `${name}.png` }, i + 1))
const ONLY_TITLE = itemFieldsOf({
  batchItemOpenTitle: true,
  batchItemOpenSubTitle: false,
  batchItemOpenNote: false,
  batchItemOpenLink: false,
  batchItemOpenTarget: false,
  batchItemOpenIndex: false,
  batchItemOpenNofollow: false,
})
const NONE = Object.fromEntries(Object.keys(ONLY_TITLE).map((key) => [key, false])) as unknown as ItemFields

let host: FakeBridge
let queue: UploadQueue
beforeEach(() => {
  host = aHost()
    .on('media.image', () => ({ dataUrl: '' }))
    .on('attachment.page', () => ({ content: [aLibraryItem(7), aLibraryItem(8)], totalElements: 2, totalPages: 1 }))
  queue = new UploadQueue(host)
})

const draw = (
  start: readonly MediaItem[],
  extras: { max?: number; itemFields?: ItemFields; disabled?: boolean } = {},
) =>
  renderField(
    start,
    (control) => <MediaGroupField control={control} name="value" label="图集" kind="image" {...extras} />,
    host,
  )
const titles = (form: Shown): string[] => (form.value() as MediaItem[]).map(({ sort, title }) => `${sort}${title}`)
const handle = (title: string) => screen.getByRole('button', { name: new RegExp(`^移动 ${title}`) })

describe('a group of media', () => {
  it('takes chosen files behind what it has, each once, up to its limit', async () => {
    const user = userEvent.setup()
    const form = draw([itemOf({ src: '/files/7.png', name: '图片7.png' })], { max: 2 })
    await user.click(screen.getByRole('button', { name: '选择图片' }))
    await user.click(await screen.findByRole('option', { name: /^图片8/ }))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(titles(form)).toEqual(['1图片7', '2图片8']))
    expect(mediaItem.array().safeParse(form.value()).success).toBe(true)
    const choose = await screen.findByRole<HTMLButtonElement>('button', { name: '选择图片' })
    expect(choose.disabled).toBe(true)
    expect(screen.getByText(/2 \/ 2 项/)).toBeTruthy()
  })

  it('says when something is in it already', async () => {
    const user = userEvent.setup()
    const form = draw([itemOf({ src: '/files/7.png', name: '图片7.png' })])
    await user.click(screen.getByRole('button', { name: '选择图片' }))
    await user.click(await screen.findByRole('option', { name: /^图片7/ }))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('1 个文件已在列表中，未重复添加')
    expect(titles(form)).toEqual(['1图片7'])
  })

  it('is sorted with Alt and the arrow keys; the focus goes along, and it is said [B-129]', async () => {
    const user = userEvent.setup()
    const form = draw(items)
    handle('一').focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(titles(form)).toEqual(['1二', '2一', '3三'])
    expect(document.activeElement).toBe(handle('一'))
    expect(screen.getByText('“一”已移到第 2 位，共 3 个')).toBeTruthy()
    await user.keyboard('{Alt>}{ArrowLeft}{ArrowLeft}{/Alt}')
    expect(titles(form)).toEqual(['1一', '2二', '3三'])
  })

  it('edits title, subtitle, description, link with its window, and index of an item [B-130]', async () => {
    const user = userEvent.setup()
    const form = draw(items)
    await user.click(screen.getByRole('button', { name: '编辑 二' }))
    const dialog = within(await screen.findByRole('dialog', { name: '编辑项 二' }))
    await user.clear(dialog.getByLabelText('标题'))
    await user.type(dialog.getByLabelText('标题'), '新标题')
    await user.type(dialog.getByLabelText('副标题'), '副')
    await user.type(dialog.getByLabelText('说明'), '说明文字')
    await user.type(dialog.getByLabelText('链接'), 'javascript:alert(1)')
    await user.type(dialog.getByLabelText('序号'), '02')
    expect(dialog.getByLabelText<HTMLInputElement>('当前窗口').checked).toBe(true)
    await user.click(dialog.getByLabelText('新窗口'))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.getAllByText(/链接应以/).length).toBeGreaterThan(0))
    await user.clear(dialog.getByLabelText('链接'))
    await user.type(dialog.getByLabelText('链接'), 'https://example.com/')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect((form.value() as MediaItem[])[1]).toEqual({
        sort: 2,
        src: '/files/二.png',
        title: '新标题',
        subTitle: '副',
        note: '说明文字',
        link: 'https://example.com/',
        index: '02',
        target: '_blank',
        nofollow: false,
      }),
    )
  })

  it('asks for what the field definition opens alone', async () => {
    const user = userEvent.setup()
    draw(items, { itemFields: ONLY_TITLE })
    await user.click(screen.getByRole('button', { name: '编辑 一' }))
    const dialog = within(await screen.findByRole('dialog', { name: '编辑项 一' }))
    expect(dialog.getAllByRole('textbox')).toHaveLength(1)
    expect(dialog.queryByRole('radio')).toBeNull()
  })

  it('has nothing to edit when nothing is open, and nothing to change when it is disabled', () => {
    draw(items, { itemFields: NONE, disabled: true })
    expect(screen.queryByRole('button', { name: /^编辑/ })).toBeNull()
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true)
  })

  it('removes an item; the focus stays in the list', async () => {
    const user = userEvent.setup()
    const form = draw(items)
    await user.click(screen.getByRole('button', { name: '移除 二' }))
    expect(titles(form)).toEqual(['1一', '2三'])
    expect(document.activeElement).toBe(handle('三'))
  })

  it('shows what is wrong with an item at its card', async () => {
    const form = draw(items)
    form.refuse('请选择文件', 1)
    await screen.findByText('请选择文件')
    expect(handle('二').getAttribute('aria-label')).toContain('请选择文件')
  })

  it('takes several new images at once [B-131]', async () => {
    const user = userEvent.setup()
    const form = draw(items)
    await user.click(screen.getByRole('button', { name: '多图上传' }))
    const image = (name: string): File => new File(['x'], name)
    await screen.findByRole('alertdialog', { name: '多图上传' })
    fireEvent.change(screen.getByLabelText('选择要上传的图片'), {
      target: { files: [image('甲.png'), image('乙.png')] },
    })
    await user.click(await screen.findByRole('button', { name: '开始上传' }))
    await waitFor(() => expect(queue.tasks).toHaveLength(2))
    queue.finish('乙.png')
    queue.finish('甲.png')
    await waitFor(() => expect(titles(form)).toEqual(['1一', '2二', '3三', '4甲', '5乙']))
  })
})

describe('one media file', () => {
  it('is chosen, replaced and removed', async () => {
    const user = userEvent.setup()
    const form = renderField(
      '',
      (control) => <MediaField control={control} name="value" label="封面" kind="image" />,
      host,
    )
    await user.click(screen.getByRole('button', { name: '选择图片' }))
    await user.dblClick(await screen.findByRole('option', { name: /^图片8/ }))
    expect(form.value()).toBe('/files/8.png')
    await screen.findByRole('button', { name: '更换图片' })
    await user.click(screen.getByRole('button', { name: '移除封面' }))
    expect(form.value()).toBe('')
  })
})
