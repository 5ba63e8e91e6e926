import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { CropDialog } from './CropDialog.tsx'

// Cutting itself needs a browser: tests/e2e/specs/media-picker.spec.ts.
const open = (note?: string): void => {
  renderUi(<CropDialog {...(note ? { note } : {})} onCropped={() => undefined} onClose={() => undefined} />, {
    host: aHost(),
  })
}
const choose = (file: File): void => {
  fireEvent.change(screen.getByLabelText('选择要裁剪的图片'), { target: { files: [file] } })
}

describe('the crop dialog', () => {
  it('shows the remark that its caller gives, and asks for an image [C-030]', () => {
    open('裁剪结果不会保存到数据库，刷新后重置。')
    expect(screen.getByText('裁剪结果不会保存到数据库，刷新后重置。')).toBeTruthy()
    expect(screen.getByText('还没有选择图片')).toBeTruthy()
    expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('refuses files of other types, in the words of the documents', async () => {
    open()
    choose(new File(['x'], 'a.svg'))
    await screen.findByText('请上传 gif,jpg,jpeg,png 的格式!')
    expect(screen.getByRole('button', { name: '更换图片' })).toBeTruthy()
  })
})
