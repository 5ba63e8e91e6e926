import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ImageField } from './ImageField.tsx'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const host = (): FakeBridge => aHost().on('media.image', () => ({ dataUrl: PIXEL }))
const draw = (start: string, fake: FakeBridge, disabled = false): Shown =>
  renderField(
    start,
    (control) => (
      <ImageField control={control} name="value" label="缩略图" emptyText="没有时显示占位图" disabled={disabled} />
    ),
    fake,
  )
const choose = (name = 'new.png'): void => {
  fireEvent.change(screen.getByLabelText('选择缩略图'), { target: { files: [new File(['x'], name)] } })
}

describe('the image field', () => {
  it('uploads the chosen image and keeps where it is', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const form = draw('', fake)
    expect(screen.getByText('没有时显示占位图')).toBeTruthy()
    choose()
    await screen.findByRole('button', { name: '取消上传缩略图' })
    expect(fake.inputsOf('uploads.add')[0]?.target).toEqual({ to: 'library', kind: 'image', siteId: 0 })
    act(() => queue.send('new.png', { size: 1000, sent: 450 }))
    await screen.findByText('正在上传 45%')
    expect(form.value()).toBe('')
    act(() => queue.finish('new.png'))
    await screen.findByRole('button', { name: '更换图片' })
    expect(form.value()).toBe('/files/new.png')
    await screen.findByRole('img', { name: '缩略图 的封面' })
    await userEvent.click(screen.getByRole('button', { name: '移除缩略图' }))
    expect(form.value()).toBe('')
  })

  it('keeps the old image when the new one fails, and says what the server said [A-287]', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const form = draw('/files/old.png', fake)
    choose()
    await screen.findByRole('button', { name: '取消上传缩略图' })
    act(() => queue.fail('new.png', '图片不能大于 50 MB'))
    await screen.findByText('图片不能大于 50 MB')
    await screen.findByRole('button', { name: '更换图片' })
    expect(form.value()).toBe('/files/old.png')
  })

  it('refuses what is no image, before anything leaves the page [A-194] [A-319]', async () => {
    const fake = host()
    draw('', fake)
    choose('page.html')
    await screen.findByText('请上传 gif,jpg,jpeg,png 的格式!')
    expect(fake.granted.size).toBe(0)
  })

  it('is what a form waits for: it is not saved without the image, and is once it is there or cancelled', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const saved: string[] = []
    const save = async ({ pic }: { pic: string }) => {
      saved.push(pic)
      return { code: SUCCESS + 1 }
    }
    renderUi(
      <FormDialog
        title="模板"
        schema={z.object({ pic: z.string() })}
        values={{ pic: '' }}
        save={save}
        releaseMs={0}
        onClose={() => {}}
      >
        {(control) => <ImageField control={control} name="pic" label="缩略图" />}
      </FormDialog>,
      { host: fake },
    )
    const user = userEvent.setup()
    choose()
    const cancel = await screen.findByRole('button', { name: '取消上传缩略图', hidden: true })
    await user.click(screen.getByRole('button', { name: '确定', hidden: true }))
    await screen.findByText('“缩略图”正在上传，请在上传完成后保存')
    expect(saved).toEqual([])
    await user.click(cancel)
    await screen.findByRole('button', { name: '上传图片', hidden: true })
    choose('second.png')
    await screen.findByRole('button', { name: '取消上传缩略图', hidden: true })
    act(() => queue.finish('second.png'))
    await screen.findByRole('button', { name: '更换图片', hidden: true })
    await user.click(screen.getByRole('button', { name: '确定', hidden: true }))
    await waitFor(() => expect(saved).toEqual(['/files/second.png']))
  })

  it('shows the image and nothing to change while it is disabled', () => {
    draw('/files/old.png', host(), true)
    expect(screen.getByRole('button', { name: '更换图片' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: '移除缩略图' })).toBeNull()
  })
})
