import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Column, type MenuField, menuField } from '#shared/contract/column.ts'
import type { AnswerOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aCommonField, aField } from '#tests/builders/field.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { requireValue } from '#shared/util/assertNever.ts'
import { FieldSettingsDialog } from './FieldSettingsDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const title = aField('title', { fieldAlias: '标题', isRequired: true, sort: 1 })
const photos = aField('photos', { fieldAlias: '图集', fieldType: 'BatchPhoto', sort: 2 })
const news = aColumn(301, '集团新闻')
const other = aColumn(302, '行业动态')

const detailOf = (column: Column): AnswerOf<'column.settingField'> => {
  const { child: _none, ...rest } = column
  return { ...rest, version: 9, menuField: [], listField: [], searchField: [] }
}

const host = (fields: MenuField[] = [title, photos]): FakeBridge =>
  aHost()
    .on('column.getSettingField', ({ id }) => ({ id, version: 3, menuFieldDTOList: fields }))
    .on('fieldCommon.getList', () => [
      {
        title: '基础字段',
        fields: [
          aCommonField('title', { fieldAlias: '标题' }),
          aCommonField('author', { fieldAlias: '作者' }),
          aCommonField('summary', { fieldAlias: '摘要', fieldType: 'MultiLine' }),
        ],
      },
    ])
    .on('dictionary.page', () =>
      pageOf([{ id: 7, title: '学历', siteId: 0, value: ['本科', '硕士'], createDate: '2026-01-01 00:00:00' }]),
    )
    .on('dictionary.findById', ({ id }) => ({
      id,
      title: '学历',
      siteId: 0,
      value: ['本科', '硕士'],
      createDate: '2026-01-01 00:00:00',
    }))
    .on('column.settingField', () => detailOf(news))
    .envelope('column.settingField', 200, '设置成功')

function open(fake: FakeBridge, columns: Column[] = [news]) {
  const closed = { times: 0 }
  renderUi(<FieldSettingsDialog columns={columns} onClose={() => (closed.times += 1)} />, { host: fake })
  return { user: userEvent.setup(), closed }
}
const row = async (alias: string) => {
  const list = await screen.findByRole('region', { name: '已选字段' })
  const main = await within(list).findByRole('button', { name: new RegExp(`^${alias}`) })
  return main
}
const order = (): string[] =>
  within(screen.getByRole('region', { name: '已选字段' }))
    .getAllByRole('button', { name: /^移动/ })
    .map((handle) => handle.getAttribute('aria-label')?.slice(3) ?? '')
const pick = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  user.click(await within(screen.getByRole('region', { name: '可选字段' })).findByRole('button', { name }))
const sent = (fake: FakeBridge) => fake.inputsOf('column.settingField')

describe('the field settings of a column', () => {
  it('take fields from the groups of the catalogue, once each, and are saved in their order with the seen version [A-057] [A-059]', async () => {
    const fake = host()
    const { user, closed } = open(fake)
    await row('标题')
    await pick(user, /^作者，单行文本$/)
    await pick(user, /^标题，单行文本，已选$/)
    expect(order()).toEqual(['标题', '图集', '作者'])
    await user.dblClick(screen.getByRole('button', { name: /^摘要，多行文本$/ }))
    expect(order()).toEqual(['标题', '图集', '作者', '摘要'])

    await user.click(await row('摘要'))
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(order()).toEqual(['标题', '摘要', '图集', '作者'])
    await waitFor(async () => expect(document.activeElement).toBe(await row('摘要')))
    expect(screen.getByText('字段“摘要”已移到第 2 位，共 4 个')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('设置成功')
    expect(closed.times).toBe(1)
    const [input] = sent(fake)
    expect(input).toMatchObject({ id: 301, version: 3 })
    expect(input?.menuFieldDTOList.map((field) => [field.fieldName, field.sort])).toEqual([
      ['title', 1],
      ['summary', 2],
      ['photos', 3],
      ['author', 4],
    ])
  })

  it('know the thirteen types of fields, and find them by name [A-142]', async () => {
    const types =
      'SingleLine MultiLine Editor DateTime Date Photo Video File BatchPhoto BatchVideo BatchFile RelationContent RelationLabel'
    expect(menuField.shape.fieldType.options.join(' ')).toBe(types)
    const all = menuField.shape.fieldType.options.map((fieldType) => aCommonField(fieldType, { fieldType }))
    const { user } = open(host().on('fieldCommon.getList', () => [{ title: '全部', fields: all }]))
    const group = within(await screen.findByRole('group', { name: '全部' }))
    const titles = group.getAllByRole('button').map((each) => each.getAttribute('aria-label')?.split('，')[1])
    expect(titles.join(' ')).toBe(
      '单行文本 多行文本 富文本 日期时间 日期 图片 视频 文件 批量图片 批量视频 批量文件 关联内容 关联标签',
    )
    await user.type(screen.getByLabelText('搜索字段'), '批量{Enter}')
    await waitFor(() => expect(group.getAllByRole('button')).toHaveLength(3))
    await user.clear(screen.getByLabelText('搜索字段'))
    await user.type(screen.getByLabelText('搜索字段'), '没有的{Enter}')
    await screen.findByText('没有找到字段')
  })

  it('give each field alias, default value, hint and flags [A-060]', async () => {
    const fake = host()
    const { user } = open(fake)
    await user.click(await row('标题'))
    await user.clear(screen.getByLabelText('别名'))
    await user.type(screen.getByLabelText('别名'), '新闻标题')
    await user.type(screen.getByLabelText('默认值'), '无题')
    await user.type(screen.getByLabelText('提示'), '不超过 30 字')
    await user.click(screen.getByLabelText('列表显示'))
    await user.click(screen.getByRole('button', { name: '搜索显示 新闻标题' }))
    expect(screen.getByLabelText('搜索显示')).toHaveProperty('checked', true)
    await user.click(screen.getByRole('button', { name: '必填 新闻标题' }))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('设置成功')
    expect(sent(fake)[0]?.menuFieldDTOList[0]).toMatchObject({
      fieldAlias: '新闻标题',
      defaultValue: '无题',
      note: '不超过 30 字',
      isRequired: false,
      isList: true,
      isSearch: true,
      isAdd: true,
    })
  })

  it('give batch fields the seven options of their items [A-063]', async () => {
    const fake = host()
    const { user } = open(fake)
    await user.click(await row('图集'))
    const options = within(screen.getByRole('group', { name: '子项选项' }))
    const names = ['标题', '副标题', '链接', '说明', '序号', 'nofollow', '打开方式']
    expect(options.getAllByRole('checkbox').map((box) => box.closest('span')?.textContent)).toEqual(names)
    for (const name of names) await user.click(options.getByLabelText(name))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('设置成功')
    expect(sent(fake)[0]?.menuFieldDTOList[1]).toMatchObject({
      batchItemOpenTitle: true,
      batchItemOpenSubTitle: true,
      batchItemOpenLink: true,
      batchItemOpenNote: true,
      batchItemOpenIndex: true,
      batchItemOpenNofollow: true,
      batchItemOpenTarget: true,
    })
  })

  it('give single lines a dictionary and its type, and ask for what is missing [A-061] [A-062] [A-143] [A-185] [A-186]', async () => {
    const fake = host()
    const { user } = open(fake)
    await user.click(await row('标题'))
    await user.click(screen.getByRole('button', { name: '字典配置' }))
    // By its title: opened this soon after the first one, it is hidden from roles by the focus trap of a DOM without layout.
    const heading = await screen.findByText('字典配置', { selector: 'h2 *' })
    const dialog = within(requireValue(heading.closest<HTMLElement>('[role="dialog"]'), 'the dialog of the title'))
    expect(dialog.getAllByRole('radio').map((each) => each.closest('.fui-Radio')?.textContent)).toEqual([
      '单选',
      '多选',
      '下拉单选',
      '下拉多选',
      '多级',
    ])
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(await dialog.findByText('请选择字典ID')).toBeTruthy()
    expect(dialog.getByText('请选择字典类型')).toBeTruthy()
    await user.click(dialog.getByLabelText('下拉单选'))
    await user.click(dialog.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: /学历/ }))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await screen.findByText('学历 · 下拉单选')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('设置成功')
    expect(sent(fake)[0]?.menuFieldDTOList[0]?.relationMark).toBe('{"id":7,"type":3}')
  })

  it('ask 确定要删除字段? before one is taken away [A-064] [A-306]', async () => {
    const { user } = open(host())
    await row('标题')
    await user.click(screen.getByRole('button', { name: '删除 标题' }))
    const question = await screen.findByRole('alertdialog', { name: /删除字段/ })
    expect(question.textContent).toContain('确定要删除字段?')
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(order()).toEqual(['标题', '图集'])
    await user.click(await row('图集'))
    await user.keyboard('{Delete}')
    await user.click(await screen.findByRole('button', { name: '删除' }))
    await waitFor(() => expect(order()).toEqual(['标题']))
  })

  it('keep the mark of a relation as it is, and show it', async () => {
    const relationMark = '{"classIdList":[3]}'
    const fake = host([title, aField('near', { fieldAlias: '相关', fieldType: 'RelationContent', relationMark })])
    const { user } = open(fake)
    await user.click(await row('相关'))
    expect(screen.getByText(relationMark)).toBeTruthy()
    await user.type(screen.getByLabelText('别名'), '！')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('设置成功')
    expect(sent(fake)[0]?.menuFieldDTOList[1]).toMatchObject({ fieldAlias: '相关！', relationMark })
  })

  it('show what the server finds wrong at the field, and lose nothing', async () => {
    const fake = host().on('column.settingField', () => {
      throw new AppError('invalid', '默认值太长', {
        details: { issues: [{ field: 'menuFieldDTOList.1.defaultValue', message: '默认值太长' }] },
      })
    })
    const { user, closed } = open(fake)
    await row('标题')
    await pick(user, /^作者，单行文本$/)
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('字段“图集”：默认值太长')
    expect((await row('默认值太长')).getAttribute('aria-current')).toBe('true')
    expect(order()).toEqual(['标题', '图集', '作者'])
    expect(closed.times).toBe(0)
  })

  it('ask before changes are given up', async () => {
    const { user, closed } = open(host())
    await row('标题')
    await pick(user, /^作者，单行文本$/)
    await user.click(screen.getByRole('button', { name: '取消' }))
    const question = await screen.findByRole('alertdialog', { name: '有未保存的内容' })
    expect(question.textContent).toContain('栏目“集团新闻”的字段设置')
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(order()).toHaveLength(3)
    expect(closed.times).toBe(0)
  })

  it('say that reading failed, and try again', async () => {
    let fails = true
    const fake = host().on('column.getSettingField', ({ id }) => {
      if (fails) throw new AppError('no-response', '连接不上服务器')
      return { id, version: 3, menuFieldDTOList: [] }
    })
    const { user } = open(fake)
    await screen.findByText('连接不上服务器')
    fails = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('还没有选择字段')
  })

  it('can only be looked at where the column may not be changed', async () => {
    open(host(), [{ ...news, allowUpdate: false }])
    await row('标题')
    await screen.findByText(/不允许修改/)
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
    expect(screen.getByRole('button', { name: '删除 标题' })).toHaveProperty('disabled', true)
    expect(screen.getByLabelText('别名').closest('fieldset')).toHaveProperty('disabled', true)
  })
})

describe('two people setting the fields of one column', () => {
  const meet = (theirs: MenuField[]) => {
    const fake = host()
    const fact = { kind: 'changed' as const, version: 4, changedBy: 'editor', changedAt: '2026-01-02 08:00:00' }
    fake.on('column.settingField', ({ version }) => {
      if (version !== 4) throw new AppError('conflict', '已被修改', { details: { fact } })
      return detailOf(news)
    })
    const now = (): void => {
      fake.on('column.getSettingField', ({ id }) => ({ id, version: 4, menuFieldDTOList: theirs }))
    }
    return { fake, now }
  }

  it('see who changed what and when, and merge', async () => {
    const { fake, now } = meet([title, photos, aField('source', { fieldAlias: '来源' })])
    const { user } = open(fake)
    await row('标题')
    now()
    await pick(user, /^作者，单行文本$/)
    await user.click(screen.getByRole('button', { name: '保存' }))
    const dialog = await screen.findByRole('alertdialog', { name: '保存冲突' })
    await within(dialog).findByText(/“editor”在 2026-01-02 08:00:00 保存了/)
    expect(within(dialog).getByRole('region', { name: '字段“来源”' }).textContent).toContain('对方已修改')
    const merge = within(dialog).getByRole('button', { name: '合并保存' })
    await waitFor(() => expect(merge.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 })
    await user.click(merge)
    await screen.findByText('设置成功')
    const last = sent(fake).at(-1)
    expect(last?.version).toBe(4)
    expect(last?.menuFieldDTOList.map((field) => field.fieldName)).toEqual(['title', 'photos', 'author', 'source'])
  })

  it('have nothing to decide when the other left the fields alone', async () => {
    const { fake, now } = meet([title, photos])
    const { user, closed } = open(fake)
    await row('标题')
    now()
    await pick(user, /^作者，单行文本$/)
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('设置成功')
    expect(closed.times).toBe(1)
    expect(sent(fake).map(({ version }) => version)).toEqual([3, 4])
  })
})

describe('the field settings of several columns', () => {
  it('start from the first or empty, and are sent once for each column [A-032]', async () => {
    const fake = host()
    const { user } = open(fake, [news, other])
    await screen.findByText(/以下 2 个栏目现有的字段设置将全部替换/)
    await user.click(screen.getByLabelText(/空白/))
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await screen.findByText('还没有选择字段')
    await pick(user, /^作者，单行文本$/)
    await user.click(screen.getByRole('button', { name: '保存到 2 个栏目' }))
    await screen.findByText('2 个栏目全部设置成功')
    expect(sent(fake).map(({ id, menuFieldDTOList }) => [id, menuFieldDTOList.map((each) => each.fieldName)])).toEqual([
      [301, ['author']],
      [302, ['author']],
    ])
  })

  it('report the failed columns, retry only those, and overwrite only after a confirmation', async () => {
    const fake = host()
    let down = true
    fake.on('column.settingField', ({ id, version }) => {
      if (id === 301 && down) throw new AppError('no-response', '连接不上服务器')
      if (id === 302 && version !== undefined)
        throw new AppError('conflict', '栏目“行业动态”已被 editor 修改', {
          details: { fact: { kind: 'changed', version: 9, changedBy: '', changedAt: '' } },
        })
      return detailOf(news)
    })
    const { user } = open(fake, [news, other])
    await user.click(await screen.findByRole('button', { name: '下一步' }))
    await row('标题')
    await user.click(screen.getByRole('button', { name: '保存到 2 个栏目' }))
    await screen.findByText('0 个栏目设置成功，2 个未保存')
    down = false
    await user.click(screen.getByRole('button', { name: '重试失败项 1 个' }))
    await screen.findByText('1 个栏目设置成功，1 个未保存')
    expect(sent(fake).map(({ id }) => id)).toEqual([301, 302, 301])
    await user.click(screen.getByRole('button', { name: '覆盖 行业动态' }))
    await screen.findByText('2 个栏目全部设置成功')
    expect(sent(fake).at(-1)).toMatchObject({ id: 302, version: undefined })
  })

  it('save no further column once the dialog is given up', async () => {
    const fake = host()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    fake.on('column.settingField', async () => {
      await held
      return detailOf(news)
    })
    const { unmount } = renderUi(<FieldSettingsDialog columns={[news, other]} onClose={() => undefined} />, {
      host: fake,
    })
    await userEvent.click(await screen.findByRole('button', { name: '下一步' }))
    await row('标题')
    await userEvent.click(screen.getByRole('button', { name: '保存到 2 个栏目' }))
    await screen.findByText('正在保存，已完成 0 个，共 2 个')
    unmount()
    answer()
    await held
    await new Promise((resolve) => setTimeout(resolve))
    expect(sent(fake).map(({ id }) => id)).toEqual([301])
  })

  it('skip columns that may not be changed, and say why', async () => {
    const fake = host()
    const { user } = open(fake, [news, { ...other, allowUpdate: false }])
    await screen.findByText(/另有 1 个栏目无法设置/)
    expect(screen.getByText(/栏目“行业动态”不允许修改/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await user.click(await screen.findByRole('button', { name: '保存到 1 个栏目' }))
    await screen.findByText('1 个栏目全部设置成功')
    expect(sent(fake).map(({ id }) => id)).toEqual([301])
  })
})
