import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { AppError } from '#shared/errors/index.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { NetValues } from './NetValues.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const FOREVER = '9999-12-31 23:59:59'
const TIME = /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/

const PRODUCT = {
  id: 3,
  title: '稳健一号',
  classId: 0,
  singleLine16: '10135' as const,
  productStopTime: FOREVER,
  changedBy: '',
  changedAt: '',
}
const aNetWorth = (changes: Partial<NetWorth> = {}): NetWorth => ({
  id: 7,
  productCode: 'F001',
  productName: '稳健一号',
  productType: '',
  productTypeName: '',
  nwTime: '2026-01-31',
  state: '开放申购',
  naValue: '1.0234',
  accumulValue: '1.1000',
  fundIncome: '0.5',
  sevenAnnualized: '3.21',
  isStatus: true,
  createTime: '2026-01-31 08:00:00',
  updateTime: '2026-01-31 08:00:00',
  classId: 0,
  netWorthStatus: '10135',
  product: { ...PRODUCT, version: 4 },
  version: 1,
  changedBy: 'admin',
  changedAt: '2026-01-31 08:00:00',
  ...changes,
})
const ROW = '稳健一号 2026-01-31'
const host = (row = aNetWorth()): FakeBridge =>
  aHost()
    .on('netWorth.page', ({ productCode }) => pageOf(row.productCode.includes(productCode) ? [row] : []))
    .on('netWorth.updateStatus', () => null)
    .on('netWorth.deleteByIdList', () => null)

describe('the net values', () => {
  it('stand in the table of the documents, ten on a page, and are searched by code [B-137] [B-140] [B-388] [B-410]', async () => {
    const fake = host()
    renderUi(<NetValues />, { host: fake })
    const row = await screen.findByRole('row', { name: /稳健一号/ })
    const titles = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(titles.slice(1)).toEqual([
      'ID',
      '产品代码',
      '产品名称',
      '净值日期',
      '基金状态',
      '单位净值',
      '累计净值',
      '基金收益',
      '七日年化',
      '状态',
      '操作',
    ])
    const cells = within(row).getAllByRole('cell')
    expect(cells.slice(1, 11).map((each) => each.textContent)).toEqual([
      '7',
      'F001',
      '稳健一号',
      '2026-01-31',
      '开放申购',
      '1.0234',
      '1.1000',
      '0.5',
      '3.21',
      '开启',
    ])
    expect(fake.inputsOf('netWorth.page')[0]).toMatchObject({ pageIndex: 1, pageSize: 10, productCode: '' })
    await userEvent.type(screen.getByLabelText('搜索产品代码'), 'X9{Enter}')
    await screen.findByText('没有找到')
    expect(fake.inputsOf('netWorth.page').at(-1)).toMatchObject({ productCode: 'X9' })
  })
  it('are switched to the opposite: first the record, then the product [B-141] [B-209] [B-210]', async () => {
    const fake = host()
    renderUi(<NetValues />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: `关闭 ${ROW}` }))
    await screen.findByText('操作成功')
    expect(fake.inputsOf('netWorth.updateStatus')).toEqual([
      { classId: 0, idList: [7], isStatus: false },
      { classId: 0, productCode: 'F001', isOpen: false, stopDate: expect.stringMatching(TIME) },
    ])
  })
  it.each([
    [
      'fails',
      (fake: FakeBridge) =>
        fake.on('netWorth.updateStatus', () => Promise.reject(new AppError('not-found', '净值不存在'))),
    ],
    ['is answered by another code', (fake: FakeBridge) => fake.envelope('netWorth.updateStatus', 1)],
  ])('are left alone by the second request when the first one %s', async (_how, spoil) => {
    const fake = host(aNetWorth({ isStatus: false }))
    spoil(fake)
    renderUi(<NetValues />, { host: fake })
    const button = await screen.findByRole('button', { name: `开启 ${ROW}` })
    await userEvent.click(button)
    await waitFor(() => expect(fake.inputsOf('netWorth.updateStatus')).toHaveLength(1))
    // It may be pressed again, once the first try has ended.
    await waitFor(() => {
      fireEvent.click(button)
      expect(fake.inputsOf('netWorth.updateStatus')).toHaveLength(2)
    })
    expect(fake.inputsOf('netWorth.updateStatus').every(({ isStatus }) => isStatus === true)).toBe(true)
  })
  it('are switched in parallel while the first call is running', async () => {
    const [one, two] = [aNetWorth(), aNetWorth({ id: 8, nwTime: '2026-02-01' })]
    const held = Promise.withResolvers<null>()
    const fake = aHost()
      .on('netWorth.page', () => pageOf([one, two]))
      .on('netWorth.updateStatus', () => held.promise)
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup()
    const button = await screen.findByRole('button', { name: `关闭 ${ROW}` })
    await user.dblClick(button)
    await user.click(screen.getByRole('button', { name: '关闭 稳健一号 2026-02-01' }))
    expect(fake.inputsOf('netWorth.updateStatus').map(({ idList }) => idList)).toEqual([[7], [8]])
    held.resolve(null)
    await waitFor(() => expect(fake.inputsOf('netWorth.updateStatus')).toHaveLength(4))
  })
  it('are added with code and name, in the order of the rules [B-139] [B-146] [B-147] [B-149] [B-247] [B-248] [B-249] [B-250]', async () => {
    const fake = host().on('netWorth.save', () => aNetWorth())
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '手动添加' }))
    const dialog = await screen.findByRole('dialog', { name: '手动添加' })
    expect(dialog.style.width).toBe('clamp(560px, 60%, 1200px)')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(document.querySelector('.fui-Toast')?.textContent).toBe('请输入产品代码'))
    const said = [...document.querySelectorAll('.fui-Field__validationMessage')].map((each) => each.textContent)
    expect(said).toEqual(['请输入产品代码', '请输入产品名称', '请选择净值日期', '请输入单位净值'])
    const type = (label: RegExp, text: string) => user.type(within(dialog).getByRole('textbox', { name: label }), text)
    await type(/^产品代码/, 'F002')
    await type(/^产品名称/, '稳健二号')
    await type(/^单位净值/, '1.10')
    const day = within(dialog).getByRole('combobox', { name: '净值日期' })
    fireEvent.change(day, { target: { value: '2026-2-3' } })
    fireEvent.blur(day)
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('netWorth.save')).toMatchObject([
      { id: 0, productCode: 'F002', productName: '稳健二号', naValue: '1.10', nwTime: '2026-02-03', accumulValue: '' },
    ])
    await user.click(screen.getByRole('button', { name: `编辑 ${ROW}` }))
    await screen.findByText('编辑净值')
  })
  it('are edited without code and name [B-142] [B-147]', async () => {
    const fake = host().on('netWorth.save', () => aNetWorth())
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: `编辑 ${ROW}` }))
    const dialog = await screen.findByRole('dialog', { name: '编辑净值' })
    expect(within(dialog).queryByRole('textbox', { name: /^产品/ })).toBeNull()
    // It is said whose value is edited.
    within(dialog).getByText(`${aNetWorth().productCode} ${aNetWorth().productName}`)
    const value = within(dialog).getByRole('textbox', { name: /^单位净值/ })
    expect(value).toHaveProperty('value', '1.0234')
    await user.clear(value)
    await user.type(value, '一块')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findAllByText(/^单位净值应为数字/)
    await user.clear(value)
    await user.type(value, '1.0300')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('netWorth.save')).toMatchObject([
      { id: 7, naValue: '1.0300', nwTime: '2026-01-31', version: 1 },
    ])
  })
  it('belong to products that are closed from now and opened for ever [B-148] [B-212] [B-213] [B-214]', async () => {
    const fake = host()
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup()
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: `产品状态 ${ROW}` }))
      const opened = await screen.findByRole('dialog')
      // By what it is labelled with: a query by name finds nothing while the focus trap of the one before still hides it.
      expect(document.getElementById(opened.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('产品状态')
      return opened
    }
    let dialog = await open()
    const toggle = within(dialog).getByRole('switch')
    expect(toggle).toHaveProperty('checked', true)
    await user.click(toggle)
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    dialog = await open()
    await user.click(within(dialog).getByRole('switch'))
    await user.click(within(dialog).getByRole('switch'))
    expect(within(dialog).getByLabelText('停止时间时间')).toHaveProperty('value', '23:59:59')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('netWorth.updateStatus')).toHaveLength(2))
    expect(fake.inputsOf('netWorth.updateStatus')).toEqual([
      { classId: 0, idList: [7], isOpen: false, stopDate: expect.stringMatching(TIME), version: 4 },
      { classId: 0, idList: [7], isOpen: true, stopDate: FOREVER, version: 4 },
    ])
  })
  it('belong to products that two people change: both versions are shown, and one of them or both are kept', async () => {
    const theirs = { ...PRODUCT, singleLine16: '10134' as const, productStopTime: '2026-05-01 08:00:00', version: 5 }
    const fake = host()
      .on('netWorth.findById', () => aNetWorth({ product: theirs }))
      .on('netWorth.updateStatus', ({ version }) => {
        if (version === 5) return null
        const fact = { kind: 'changed' as const, version: 5, changedBy: '李四', changedAt: '2026-03-01 10:00:00' }
        throw new AppError('conflict', '产品“F001”的状态已被修改', { details: { fact } })
      })
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: `产品状态 ${ROW}` }))
    const day = await screen.findByRole('combobox', { name: '停止时间日期' })
    fireEvent.change(day, { target: { value: '2027-1-1' } })
    fireEvent.blur(day)
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText(/“李四”在 2026-03-01 10:00:00 保存了该数据/)
    // What only the other one changed is taken; what both did is asked, each as it reads in the form.
    screen.getByText('还有 1 处双方均已修改，请先选择')
    const [status, stop] = screen.getAllByRole('radiogroup')
    expect(status?.textContent).toContain('关闭')
    expect(stop?.textContent).toContain('2026-05-01 08:00:00')
    await user.click(within(stop as HTMLElement).getAllByRole('radio')[1] as HTMLElement)
    const merge = screen.getByRole('button', { name: '合并保存' })
    await waitFor(() => expect(merge.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 })
    await user.click(merge)
    await waitFor(() =>
      expect(fake.inputsOf('netWorth.updateStatus').at(-1)).toEqual({
        classId: 0,
        idList: [7],
        isOpen: false,
        stopDate: expect.stringContaining('2027-01-01'),
        version: 5,
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('are deleted one by one and together, after the question [B-143] [B-144]', async () => {
    const fake = host()
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup()
    const agree = async (): Promise<void> => {
      const question = await screen.findByRole('alertdialog')
      expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
      await user.click(within(question).getByRole('button', { name: '确定' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await user.click(await screen.findByRole('button', { name: `删除 ${ROW}` }))
    await agree()
    await user.click(screen.getByRole('button', { name: '批量删除' }))
    await screen.findByText('请选择数据！')
    await user.click(screen.getByRole('checkbox', { name: new RegExp(ROW) }))
    await user.click(screen.getByRole('button', { name: '批量删除' }))
    await agree()
    await waitFor(() => expect(fake.inputsOf('netWorth.deleteByIdList')).toEqual([[7], [7]]))
  })
  it('come in from a sheet by its path; what the server says stands in an alert [B-138] [B-217] [B-254] [B-393] [B-416]', async () => {
    const said = '已导入 2 条净值，1 行未导入，请按原因修正后重新导入'
    const fake = host()
      .on('netWorth.importData', () => ({
        imported: 2,
        refused: 1,
        first: [{ row: 4, reason: '“单位净值”应为数字' }],
        report: '',
        unknown: [],
        asks: false,
      }))
      .envelope('netWorth.importData', 200, said)
    const queue = new UploadQueue(fake)
    queue.autoFinish()
    renderUi(<NetValues />, { host: fake })
    const user = userEvent.setup({ applyAccept: false })
    await user.click(await screen.findByRole('button', { name: '导入' }))
    const large = Object.defineProperty(new File(['x'], '净值.xlsx'), 'size', { value: 50 * 1024 * 1024 + 1 })
    await user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), large)
    await screen.findByText('文件大小不能大于50M!')
    await user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), new File(['x'], '净值.csv'))
    await screen.findByText('请上传 xls,xlsx 的格式!')
    await user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), new File(['x'], '净值.xlsx'))
    await screen.findByText(said, { exact: false })
    expect(fake.inputsOf('uploads.add')).toMatchObject([{ target: { to: 'call', limitMb: 50, chunkMb: 50 } }])
    expect(fake.inputsOf('netWorth.importData')).toEqual([
      { filePath: expect.stringContaining('/'), classId: 0, siteId: 1, unknownColumns: 'ask' },
    ])
    // One dialog says both.
    await screen.findByText('“单位净值”应为数字')
    expect(screen.getAllByRole('alertdialog', { hidden: true })).toHaveLength(1)
  })
})
