import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { AddDialog, EditDialog } from './ColumnDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const NAMES = Array.from({ length: 22 }, (_, index) => ({ id: 1101 + index, title: `权限${index + 1}` }))
const NEWS = aColumn(201, '新闻', {
  enTitle: 'News',
  setting: [1101, 1102],
  version: 3,
  frontListUrl: ['/news/index.html'],
  frontListTemplate: ['list.html'],
})
const host = (): FakeBridge =>
  aHost()
    .on('dict.index', () => NAMES)
    .on('column.getTree', () => [NEWS])
    .on('column.findById', () => aColumnDetail(NEWS))
    .on('column.saveBase', (form) => aColumnDetail(aColumn(form.id || 300, form.title)))

function showEdit(fake: FakeBridge) {
  const seen = { closed: 0, placed: [] as number[] }
  renderUi(<EditDialog column={NEWS} onPlaced={(id) => seen.placed.push(id)} onClose={() => (seen.closed += 1)} />, {
    host: fake,
  })
  return seen
}
function showAdd(fake: FakeBridge, parentId = 0) {
  const seen = { closed: 0, placed: [] as number[] }
  renderUi(
    <AddDialog
      siteId={1}
      parentId={parentId}
      onPlaced={(id) => seen.placed.push(id)}
      onClose={() => (seen.closed += 1)}
    />,
    { host: fake },
  )
  return seen
}
const boxes = async (): Promise<HTMLInputElement[]> => {
  const group = await screen.findByRole('group', { name: '可以授予用户组的操作' })
  return within(group).getAllByRole<HTMLInputElement>('checkbox')
}
const codes = async (wanted: (box: HTMLInputElement) => boolean): Promise<number[]> =>
  (await boxes()).filter(wanted).map((box) => Number(box.labels?.[0]?.textContent?.slice(-4)))
const ticked = () => codes((box) => box.checked)
const url = (): Promise<HTMLInputElement> => screen.findByRole('textbox', { name: '后台地址' })
const save = () => userEvent.click(screen.getByRole('button', { name: '确定' }))

describe('the dialog of a column', () => {
  it('names the permissions as the dictionary does, and starts a new column as a list [A-202]', async () => {
    showAdd(host())
    expect((await boxes()).map((box) => box.labels?.[0]?.textContent)).toEqual(
      NAMES.map(({ id, title }) => `${title} ${id}`),
    )
    expect(await ticked()).toEqual([1101, 1102, 1103, 1104, 1105, 1106, 1107, 1122])
    expect((await url()).value).toBe('/admin/model_manage/{id}')
  })

  it('another type resets the permissions and the admin URL [A-156] [A-157] [A-158] [A-159] [A-160] [A-161]', async () => {
    showEdit(host())
    expect(await ticked()).toEqual([1101, 1102])
    expect((await url()).value).toBe('/admin/model_manage/201')
    await userEvent.click(screen.getByRole('radio', { name: '单页' }))
    expect((await url()).value).toBe('/admin/menu_manage/201')
    expect(await codes((box) => !box.disabled)).toEqual([1102, 1103, 1104, 1105])
    await userEvent.click(screen.getByRole('radio', { name: '普通栏目' }))
    expect((await url()).value).toBe('')
    expect(await ticked()).toEqual([1105])
    await userEvent.click(screen.getByRole('radio', { name: '列表' }))
    expect((await url()).value).toBe('/admin/model_manage/201')
    expect(await ticked()).toEqual([1101, 1102, 1103, 1104, 1105, 1106, 1107, 1122])
  })

  it('asks for the title in the words of the documents, and keeps the typed text [A-170]', async () => {
    const fake = host()
    const seen = showAdd(fake)
    await userEvent.type(await screen.findByRole('textbox', { name: '英文名称' }), 'Wind')
    await save()
    await screen.findAllByText('请输入站点名称')
    expect(screen.getByRole('textbox', { name: '栏目名称' }).getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('.fui-Toast')?.textContent).toContain('请输入站点名称')
    expect(screen.getByRole('textbox', { name: '英文名称' })).toHaveProperty('value', 'Wind')
    expect(fake.inputsOf('column.saveBase')).toEqual([])
    expect(seen.closed).toBe(0)
  })

  it('says the first broken rule from the top', async () => {
    showAdd(host())
    await userEvent.type(await screen.findByRole('textbox', { name: '栏目代码' }), 'a b')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('请输入站点名称')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '栏目名称' }))
  })

  it('saves what the person says of a column, with the version they saw [A-137] [A-237]', async () => {
    const fake = host()
    const seen = showEdit(fake)
    const title = await screen.findByRole('textbox', { name: '栏目名称' })
    await userEvent.clear(title)
    await userEvent.type(title, '要闻')
    await userEvent.type(screen.getByRole('textbox', { name: '唯一标识' }), 'top')
    await userEvent.click(screen.getByRole('checkbox', { name: '顶部导航' }))
    await userEvent.click(screen.getByRole('button', { name: '添加详情页' }))
    await userEvent.type(screen.getByRole('textbox', { name: '详情页地址 1' }), '/news/{{id}.html')
    await userEvent.type(screen.getByRole('textbox', { name: '详情页模板 1' }), 'detail.html')
    await userEvent.click(screen.getByRole('switch', { name: /^线索栏目/ }))
    await save()
    await waitFor(() => expect(seen.closed).toBe(1))
    expect(fake.inputsOf('column.saveBase')).toMatchObject([
      {
        id: 201,
        siteId: 1,
        parentId: 0,
        title: '要闻',
        enTitle: 'News',
        menuType: 1,
        identifies: 'top',
        version: 3,
        frontListUrl: ['/news/index.html'],
        frontListTemplate: ['list.html'],
        frontDetailUrl: ['/news/{id}.html'],
        frontDetailTemplate: ['detail.html'],
        setting: [1101, 1102],
        clue: true,
        showPositionIds: [1],
      },
    ])
  })

  it('offers positions to columns with a mark alone, as long as the module gives none', async () => {
    showAdd(host())
    const top = await screen.findByRole('checkbox', { name: '顶部导航' })
    expect(top).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByRole('textbox', { name: '唯一标识' }), 'x')
    expect(top).toHaveProperty('disabled', false)
  })

  it('shows where a refused field is, and stays open', async () => {
    const fake = host().on('column.saveBase', () => {
      throw new AppError('conflict', '唯一标识“top”已被栏目“首页”使用，请换一个')
    })
    const seen = showEdit(fake)
    await userEvent.type(await screen.findByRole('textbox', { name: '唯一标识' }), 'top')
    await save()
    await screen.findByText('唯一标识“top”已被栏目“首页”使用，请换一个')
    expect(screen.getByRole('textbox', { name: '唯一标识' })).toHaveProperty('value', 'top')
    expect(seen.closed).toBe(0)
  })

  it('says who changed the column meanwhile, in names, and merges', async () => {
    const theirs = aColumnDetail({ ...NEWS, title: '快讯', setting: [1105], version: 4 })
    let changed = false
    const fake = host()
      .on('column.findById', () => (changed ? theirs : aColumnDetail(NEWS)))
      .on('column.saveBase', (form) => {
        if (form.version === 4) return aColumnDetail(aColumn(201, form.title))
        changed = true
        throw new AppError('conflict', '栏目“快讯”已被 李雷 于 2026-11-21 08:00:00 修改，请查看最新内容后再保存', {
          details: { fact: { kind: 'changed', version: 4, changedBy: '李雷', changedAt: '2026-11-21 08:00:00' } },
        })
      })
    const seen = showEdit(fake)
    await userEvent.type(await screen.findByRole('textbox', { name: '英文名称' }), '!')
    await save()
    await screen.findByText(/李雷/)
    await screen.findByText('快讯')
    expect(await screen.findAllByText('权限5')).toBeTruthy()
    const merge = screen.getByRole('button', { name: '合并保存' })
    await waitFor(() => expect(merge.getAttribute('aria-disabled')).not.toBe('true'))
    await userEvent.click(merge)
    await waitFor(() => expect(seen.closed).toBe(1))
    expect(fake.inputsOf('column.saveBase').at(-1)).toMatchObject({
      title: '快讯',
      enTitle: 'News!',
      setting: [1105],
      version: 4,
    })
  })

  it('a column that can not be read is not edited', async () => {
    showEdit(
      host().on('column.findById', () => {
        throw new AppError('not-found', '栏目不存在，可能已被删除')
      }),
    )
    await screen.findByText('栏目不存在，可能已被删除')
    expect(screen.queryByRole('button', { name: '确定' })).toBeNull()
  })

  it('reports the position of a new column', async () => {
    const fake = host().on('column.saveBase', (form) => aColumnDetail(aColumn(300, form.title, { parentId: 201 })))
    const seen = showAdd(fake, 201)
    await userEvent.type(await screen.findByRole('textbox', { name: '栏目名称' }), '快讯')
    await save()
    await waitFor(() => expect(seen).toEqual({ closed: 1, placed: [201] }))
    expect(fake.inputsOf('column.saveBase')).toMatchObject([{ id: 0, siteId: 1, parentId: 201, title: '快讯' }])
  })
})

it('of the system’s columns neither place nor type can be changed, and they have no pages', async () => {
  const menu = aColumn(28, '栏目管理', { siteId: 0, menuType: 2 })
  const fake = host().on('column.findById', () => aColumnDetail(menu))
  renderUi(<EditDialog column={menu} onPlaced={() => {}} onClose={() => {}} />, { host: fake })
  expect(await screen.findByRole('radio', { name: '列表' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: '添加列表页' })).toBeNull()
})
