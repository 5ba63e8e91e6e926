import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Attachment } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { aHost } from '#tests/setup/renderUi.tsx'
import { ImageField } from './ImageField.tsx'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const ATTACHMENT: Attachment = {
  id: 9,
  oldName: 'new.png',
  accessPath: '/files/new.png',
  extension: 'png',
  size: 1,
  imageWidth: 1,
  imageHeight: 1,
}
const host = (): FakeBridge => aHost().on('media.image', () => ({ dataUrl: PIXEL }))
const draw = (start: string, fake: FakeBridge, disabled = false): Shown =>
  renderField(
    start,
    (control) => (
      <ImageField control={control} name="value" label="缩略图" emptyText="没有时显示占位图" disabled={disabled} />
    ),
    fake,
  )
const choose = (): void => {
  fireEvent.change(screen.getByLabelText('选择缩略图'), { target: { files: [new File(['x'], 'new.png')] } })
}

describe('the image field', () => {
  it('uploads the chosen image and keeps where it is', async () => {
    const fake = host().on('uploads.attachment', () => ATTACHMENT)
    const form = draw('', fake)
    expect(screen.getByText('没有时显示占位图')).toBeTruthy()
    choose()
    await screen.findByRole('button', { name: '更换图片' })
    expect(form.value()).toBe('/files/new.png')
    await screen.findByRole('img', { name: '缩略图 的封面' })
    await userEvent.click(screen.getByRole('button', { name: '移除缩略图' }))
    expect(form.value()).toBe('')
  })

  it('keeps the old image when the new one is refused', async () => {
    const fake = host().on('uploads.attachment', () => {
      throw new AppError('too-large', '图片不能大于 50 MB')
    })
    const form = draw('/files/old.png', fake)
    choose()
    await screen.findByText('图片不能大于 50 MB')
    expect(form.value()).toBe('/files/old.png')
  })

  it('shows the image and nothing to change while it is disabled', () => {
    draw('/files/old.png', host(), true)
    expect(screen.getByRole('button', { name: '更换图片' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: '移除缩略图' })).toBeNull()
  })
})
