import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aLibraryItem } from '#tests/builders/libraryItem.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { TemplateFiles } from '#tests/fakes/templateFiles.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TemplateList } from './TemplateList.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const host = (): FakeBridge =>
  new TemplateFiles({ 'company/index.html': '' })
    .serve(aHost())
    .on('template.list', ({ key }) => pageOf(key ? [] : [aTemplate({ templatePic: '/files/cover.png' })]))
    .on('media.image', () => ({ dataUrl: PIXEL }))

describe('the template list', () => {
  it('shows cover, name, identifier and creation time, ten on a page [A-075] [A-076]', async () => {
    const fake = host()
    renderUi(<TemplateList />, { host: fake })
    const cover = await screen.findByRole('img', { name: '企业站 的封面' })
    expect(cover.getAttribute('src')).toBe(PIXEL)
    const cells = within(await screen.findByRole('row', { name: /企业站/ })).getAllByRole('cell')
    expect(cells.slice(1, 4).map((each) => each.textContent)).toEqual(['企业站', 'company', '2026-01-01 00:00:00'])
    expect(fake.inputsOf('template.list')[0]).toMatchObject({ page: 1, size: 10 })
  })

  it('opens the file manager with the template folder [A-077]', async () => {
    const fake = host()
    renderUi(<TemplateList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '文件管理 企业站' }))
    await screen.findByText('index.html')
    expect(fake.inputsOf('templateFile.list')).toEqual([{ path: 'company' }])
  })

  it('asks 确定要删除? and deletes [A-079] [A-305]', async () => {
    const fake = host().on('template.deleteByIdList', () => null)
    renderUi(<TemplateList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 企业站' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确定要删除?')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('template.deleteByIdList')).toEqual([[1]])
    await waitFor(() => expect(fake.inputsOf('template.list').length).toBe(2))
  })

  it('makes a template with name, folder, thumbnail and note [A-080]', async () => {
    const fake = host().on('template.save', (form) => aTemplate(form))
    new UploadQueue(fake).autoFinish()
    renderUi(<TemplateList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await user.type(await screen.findByLabelText(/^名称/), '新站')
    await user.type(screen.getByLabelText(/^标识/), 'fresh')
    await user.type(screen.getByLabelText('备注'), '给海洋科技用')
    fireEvent.change(screen.getByLabelText('选择缩略图'), { target: { files: [new File(['x'], 'cover.png')] } })
    await screen.findByRole('button', { name: '更换图片' })
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('template.save')).toEqual([
      { id: 0, name: '新站', folder: 'fresh', templatePic: '/files/cover.png', title: '给海洋科技用', siteId: 1 },
    ])
  })

  it('takes a thumbnail that is in the library already', async () => {
    const fake = host()
      .on('template.save', (form) => aTemplate(form))
      .on('attachment.page', () => ({ content: [aLibraryItem(7)], totalElements: 1, totalPages: 1 }))
    renderUi(<TemplateList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 企业站' }))
    await user.click(await screen.findByRole('button', { name: '从资源库选择' }))
    await user.dblClick(await screen.findByRole('option', { name: /^图片7/ }))
    await user.click(await screen.findByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('template.save')[0]).toMatchObject({ id: 1, templatePic: '/files/7.png' })
  })

  it('edits a template: the fields show the current values [A-078]', async () => {
    renderUi(<TemplateList />, { host: host() })
    await userEvent.click(await screen.findByRole('button', { name: '编辑 企业站' }))
    expect(await screen.findByLabelText(/^名称/)).toHaveProperty('value', '企业站')
    expect(screen.getByLabelText(/^标识/)).toHaveProperty('value', 'company')
  })

  it('that another user has saved meanwhile shows both versions, and overwrites the newer one', async () => {
    const changed = {
      fact: { kind: 'changed' as const, version: 4, changedBy: '小王', changedAt: '2026-03-01 10:00:00' },
    }
    const fake = host()
      .on('template.list', () => pageOf([aTemplate({ version: 3 })]))
      .on('template.findById', () => aTemplate({ title: '小王的备注', version: 4 }))
      .on('template.save', (form) => {
        if (form.version === 3) throw new AppError('conflict', '模板已被修改', { details: changed })
        return aTemplate()
      })
    renderUi(<TemplateList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 企业站' }))
    fireEvent.change(await screen.findByLabelText(/^名称/), { target: { value: '新名称' } })
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(await screen.findByLabelText('备注：对方的内容')).toHaveProperty('value', '小王的备注')
    const merge = screen.getByRole('button', { name: '合并保存' })
    await waitFor(() => expect(merge.getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(merge)
    await waitFor(() => expect(fake.inputsOf('template.save')).toHaveLength(2))
    expect(fake.inputsOf('template.save')[1]).toMatchObject({ name: '新名称', title: '小王的备注', version: 4 })
  })

  it('names the rule that is broken as a toast, at its field, and keeps the typed text [A-179] [A-190]', async () => {
    const fake = host()
    renderUi(<TemplateList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await user.type(await screen.findByLabelText(/^标识/), 'fresh')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(document.querySelector('.fui-Toast')?.textContent).toBe('请输入站点名称'))
    expect(document.querySelector('.fui-Field__validationMessage')?.textContent).toBe('请输入站点名称')

    await user.type(screen.getByLabelText(/^名称/), '新站')
    const note = screen.getByLabelText('备注')
    fireEvent.change(note, { target: { value: '字'.repeat(100_001) } })
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('备注不能超过 100000 个字')
    expect(note).toHaveProperty('value', '字'.repeat(100_001))
    expect(screen.getByLabelText(/^标识/)).toHaveProperty('value', 'fresh')
    expect(fake.inputsOf('template.save')).toEqual([])
  })

  it('shows an empty state for a search without results', async () => {
    renderUi(<TemplateList />, { host: host() })
    await userEvent.type(await screen.findByLabelText('搜索名称或标识符'), '没有的{Enter}')
    await screen.findByText('没有找到')
    expect(address()).toBe(`/?key=${encodeURIComponent('没有的')}`)
  })
})
