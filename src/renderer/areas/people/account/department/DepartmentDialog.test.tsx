import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Department } from '#shared/contract/department.ts'
import { AppError } from '#shared/errors/index.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { findDialog } from '#tests/setup/dialogs.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DepartmentDialog } from './DepartmentDialog.tsx'

configure({ defaultHidden: true })

const aDepartment = (id: number, title: string, parentId = 0, child: Department[] = []): Department => ({
  id,
  title,
  parentId,
  createDate: '2026-01-02 03:04:05',
  version: 1,
  child,
})
const tree = (): Department[] => [
  aDepartment(1, '集团总部', 0, [aDepartment(2, '品牌传播部', 1, [aDepartment(3, '内容编辑组', 2)])]),
  aDepartment(4, '华东分公司'),
]
const host = (): FakeBridge =>
  aHost()
    .on('department.getTree', tree)
    .on('department.save', ({ id, title, parentId }) => ({
      ...aDepartment(id || 9, title, parentId ?? 0),
      createDate: '2026-01-02 03:04:05',
    }))
const open = (fake: FakeBridge, onClose = vi.fn()) => {
  renderUi(<DepartmentDialog onClose={onClose} />, { host: fake })
  return onClose
}
const user = userEvent.setup()
const press = async (name: string): Promise<void> => user.click(await screen.findByRole('button', { name }))
const row = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })
const input = (): HTMLElement => screen.getByRole('textbox', { name: '部门名称' })

/** Drags a row by its handle onto the target, as the pointer does it. */
async function drag(name: RegExp, target: Element): Promise<boolean> {
  const handle = (await row(name)).querySelector('[draggable]')
  if (!handle) throw new Error('the row has no handle')
  const types: string[] = []
  const dataTransfer = { types, setData: (type: string) => types.push(type), setDragImage: () => {}, effectAllowed: '' }
  fireEvent.dragStart(handle, { dataTransfer })
  // An element that takes what is dragged prevents the default.
  const taken = !fireEvent.dragOver(target, { dataTransfer })
  fireEvent.drop(target, { dataTransfer })
  fireEvent.dragEnd(handle, { dataTransfer })
  return taken
}

describe('the department preset', () => {
  it('is a tree, fully open, with what can be done with each department [C-051] [C-159] [B-308]', async () => {
    open(host())
    await row(/内容编辑组/)
    expect(screen.getAllByRole('row').map((each) => each.getAttribute('aria-level'))).toEqual([
      null,
      '1',
      '2',
      '3',
      '1',
    ])
    for (const action of ['新增下级', '重命名', '移动', '部门账号', '删除'])
      expect(screen.getByRole('button', { name: `${action} 品牌传播部` })).toBeTruthy()
    expect((await row(/品牌传播部/)).textContent).toContain('2026-01-02 03:04:05')
  })

  it('adds one below another and one at the top, typed in its row [C-052] [C-055] [C-292]', async () => {
    const fake = host()
    open(fake)
    await press('新增下级 品牌传播部')
    await user.type(input(), '新媒体组{Enter}')
    await screen.findByText('保存成功')
    await press('新增一级部门')
    await user.type(input(), '华南分公司{Enter}')
    await waitFor(() =>
      expect(fake.inputsOf('department.save')).toEqual([
        { id: 0, title: '新媒体组', parentId: 2 },
        { id: 0, title: '华南分公司', parentId: 0 },
      ]),
    )
  })

  it('needs a name: 请输入名称 [C-243]', async () => {
    const fake = host()
    open(fake)
    await press('新增一级部门')
    await user.type(input(), ' {Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('请输入名称')
    expect(fake.inputsOf('department.save')).toEqual([])
  })

  it('renames in the row; F2 starts, Escape cancels, and an error keeps the typed text [C-053]', async () => {
    const fake = host()
    open(fake)
    ;(await row(/华东分公司/)).focus()
    await user.keyboard('{F2}')
    await user.type(input(), '改{Escape}')
    expect(screen.queryByRole('textbox', { name: '部门名称' })).toBeNull()
    expect(document.activeElement).toBe(await row(/华东分公司/))
    fake.on('department.save', () => {
      throw new AppError('conflict', '已有一级部门“集团总部”，请换一个名称')
    })
    await user.keyboard('{F2}')
    await user.clear(input())
    await user.type(input(), '集团总部{Enter}')
    await screen.findByText('已有一级部门“集团总部”，请换一个名称')
    expect(input()).toHaveProperty('value', '集团总部')
    expect(fake.inputsOf('department.save')).toEqual([{ id: 4, title: '集团总部', version: 1 }])
  })

  it('shows both names when another user has renamed it meanwhile, and overwrites theirs', async () => {
    const fact = { kind: 'changed' as const, version: 2, changedBy: 'editor', changedAt: '2026-01-01 00:00:00' }
    const fake = host()
    fake.on('department.save', ({ id, title, version }) => {
      if (version === 2) return aDepartment(id, title)
      fake.on('department.getTree', () => [{ ...aDepartment(4, '华东公司'), version: 2 }])
      throw new AppError('conflict', '部门已被修改', { details: { fact } })
    })
    open(fake)
    await press('重命名 华东分公司')
    await user.clear(input())
    await user.type(input(), '上海分公司{Enter}')
    await press('用我的内容覆盖')
    await screen.findByText('保存成功')
    expect(fake.inputsOf('department.save').at(-1)).toEqual({ id: 4, title: '上海分公司', version: 2 })
  })

  it('deletes one with those below it, after a question [C-054] [C-293]', async () => {
    const fake = host().on('department.deleteByIdList', () => null)
    open(fake)
    await press('删除 品牌传播部')
    const question = await findDialog(/^删除部门/)
    expect(question.textContent).toContain('删除部门“品牌传播部”及其 1 个下级部门')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await user.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('department.deleteByIdList')).toEqual([[2, 3]])
  })

  it('moves one below another and to the top by dragging, but not below itself', async () => {
    const fake = host()
    open(fake)
    expect(await drag(/品牌传播部/, await row(/内容编辑组/))).toBe(false)
    expect(await drag(/内容编辑组/, await row(/品牌传播部/))).toBe(false)
    expect(fake.inputsOf('department.save')).toEqual([])
    expect(await drag(/品牌传播部/, await row(/华东分公司/))).toBe(true)
    await screen.findByText('保存成功')
    expect(await drag(/内容编辑组/, screen.getByText(/成为一级部门。$/))).toBe(true)
    await waitFor(() =>
      expect(fake.inputsOf('department.save')).toEqual([
        { id: 2, title: '品牌传播部', parentId: 4, version: 1 },
        { id: 3, title: '内容编辑组', parentId: 0, version: 1 },
      ]),
    )
  })

  it('reads the tree again when what is dragged was changed meanwhile', async () => {
    const fake = host().on('department.save', () => {
      throw new AppError('conflict', '部门“华东分公司”已被 editor 修改，请查看最新内容后再保存')
    })
    open(fake)
    await row(/华东分公司/)
    fake.on('department.getTree', () => [aDepartment(1, '集团总部'), aDepartment(4, '华东公司')])
    await drag(/华东分公司/, await row(/集团总部/))
    await screen.findByText(/请查看最新内容后再保存/)
    expect(await row(/华东公司/)).toBeTruthy()
  })

  it('moves one without a pointer, to a parent that can take it', async () => {
    const fake = host()
    open(fake)
    await press('移动 品牌传播部')
    await user.click(await screen.findByRole('combobox', { name: '上级部门' }))
    const options = (await screen.findAllByRole('option')).map((each) => each.textContent)
    expect(options).toEqual(['无（一级部门）', '集团总部', '华东分公司'])
    await user.click(screen.getByRole('option', { name: '华东分公司' }))
    await press('确定')
    await screen.findByText('保存成功')
    expect(fake.inputsOf('department.save')).toEqual([{ id: 2, title: '品牌传播部', parentId: 4, version: 1 }])
  })

  it('shows who is in it', async () => {
    const fake = host()
      .on('account.page', () => pageOf([]))
      .on('role.page', () => pageOf([]))
    open(fake)
    await press('部门账号 内容编辑组')
    await screen.findByText('该部门还没有账号')
    expect(fake.inputsOf('account.page')).toMatchObject([{ departmentId: 3, page: 1, size: 10 }])
  })

  it('says when there is none, and takes the first', async () => {
    const fake = host().on('department.getTree', () => [])
    open(fake)
    await screen.findByText('还没有部门')
    await press('新增一级部门')
    expect(input()).toBeTruthy()
  })

  it('offers to try again when it could not be read', async () => {
    const fake = host().on('department.getTree', () => {
      throw new AppError('unavailable', '服务器没有响应')
    })
    open(fake)
    await screen.findByText('服务器没有响应')
    fake.on('department.getTree', tree)
    await press('重试')
    expect(await row(/内容编辑组/)).toBeTruthy()
  })

  it('asks before what was typed is lost', async () => {
    const onClose = open(host())
    await press('新增一级部门')
    await user.type(input(), '财务部')
    await user.click(screen.getAllByRole('button', { name: '关闭' })[0] as HTMLElement)
    const question = await findDialog('有未保存的内容')
    expect(question.textContent).toContain('部门“财务部”')
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(onClose).not.toHaveBeenCalled()
    await user.clear(input())
    await user.click(screen.getAllByRole('button', { name: '关闭' })[0] as HTMLElement)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })
})
