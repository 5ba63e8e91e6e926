import { beforeEach, expect, it } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { meeting } from '#tests/integration/server/harness/pgLocks.ts'
import { upsertProducts } from './product.ts'

const VALUE = { productCode: 'F001', productName: '稳健一号', nwTime: '2026-01-31', naValue: '1.0234' }

onBothDatabases('net values', (server) => {
  beforeEach(async () => {
    await server().deps.db.deleteFrom('net_worth').execute()
    await server().deps.db.deleteFrom('net_worth_product').execute()
  })

  it('come in pages by either spelling, the newest day on top, searched by code [B-145] [B-177] [B-388]', async () => {
    const admin = await server().as('admin')
    for (const [productCode, nwTime] of [
      ['F001', '2026-01-30'],
      ['f002', '2026-02-01'],
      ['F001', '2026-01-31'],
    ] as const)
      await admin.ok('netWorth.save', { ...VALUE, productCode, nwTime })
    const page = async (input: object) => {
      const answer = await admin.ok('netWorth.page', input)
      return [answer.totalElements, answer.totalPages, ...answer.content.map((each) => each.nwTime)]
    }
    expect(await page({ pageIndex: 1, pageSize: 2 })).toEqual([3, 2, '2026-02-01', '2026-01-31'])
    expect(await page({ page: 2, size: 2 })).toEqual([3, 2, '2026-01-30'])
    expect(await page({ productCode: 'F002' })).toEqual([1, 1, '2026-02-01'])
    expect(await page({ productCode: '_' })).toEqual([0, 0])
    expect((await admin.ok('netWorth.page', { productCode: 'F001' })).content[0]).toEqual({
      id: expect.any(Number),
      ...VALUE,
      productType: '',
      productTypeName: '',
      state: '',
      accumulValue: '',
      fundIncome: '',
      sevenAnnualized: '',
      isStatus: true,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updateTime: expect.any(String),
      classId: 0,
      netWorthStatus: '10135',
      product: expect.objectContaining({ title: '稳健一号', classId: 0 }),
      version: 1,
      changedBy: 'admin',
      changedAt: expect.any(String),
    })
  })
  it('are kept to the last digit, and changed by whoever saw the last version [B-391]', async () => {
    const admin = await server().as('admin')
    const amounts = {
      naValue: '123456789012345.1234567890',
      accumulValue: '1.0000',
      fundIncome: '-0.1',
      sevenAnnualized: '3.20',
    }
    const made = await admin.ok('netWorth.save', { ...VALUE, ...amounts, state: '开放申购' })
    expect(made).toMatchObject({ ...amounts, state: '开放申购', version: 1 })
    const { id, version } = made
    const form = { id, version, nwTime: '2026-02-01', naValue: 1.5 }
    expect(await admin.ok('netWorth.save', form)).toMatchObject({
      productCode: 'F001',
      productName: '稳健一号',
      nwTime: '2026-02-01',
      naValue: '1.5',
      version: 2,
    })
    expect(await admin.ok('netWorth.findById', { id })).toMatchObject({ id, naValue: '1.5', version: 2 })
    expect(await admin.call('netWorth.save', form)).toMatchObject({ status: 409, data: { facts: { version: 2 } } })
  })
  it('name the invalid values; code and name only of a new one [B-247] [B-248] [B-249] [B-250]', async () => {
    const admin = await server().as('admin')
    const said = async (form: object) => (await admin.call('netWorth.save', { ...VALUE, ...form })).msg
    expect(await said({ productCode: ' ' })).toBe('请输入产品代码')
    expect(await said({ productName: '' })).toBe('请输入产品名称')
    expect(await said({ naValue: '' })).toBe('请输入单位净值')
    expect(await said({ naValue: undefined })).toBe('请输入单位净值')
    expect(await said({ nwTime: '' })).toBe('请选择净值日期')
    expect(await said({ nwTime: undefined })).toBe('请选择净值日期')
    expect(await said({ nwTime: '2026-02-30' })).toBe('净值日期应为日期，例如 2026-01-31')
    expect(await said({ naValue: '1e5' })).toContain('单位净值应为数字')
    expect(await said({ fundIncome: '3%' })).toContain('基金收益应为数字')
    const made = await admin.ok('netWorth.save', VALUE)
    expect(await admin.call('netWorth.save', VALUE)).toMatchObject({
      status: 409,
      msg: '产品“F001”在 2026-01-31 已有净值，请换一个日期或编辑已有的记录',
    })
    const next = await admin.ok('netWorth.save', { ...VALUE, nwTime: '2026-02-01' })
    expect(await said({ id: next.id, productCode: '', productName: '' })).toContain('“F001”在 2026-01-31 已有净值')
    expect(await said({ id: 9001 })).toBe('净值记录不存在，可能已被删除，请刷新')
    const gone = await admin.call('netWorth.save', { ...VALUE, id: 9001 })
    expect(gone.data, 'by which the form offers to keep what was typed').toEqual({
      facts: { kind: 'missing', missing: [9001] },
    })
    expect(await said({ id: made.id, productCode: '', naValue: '2' })).toBe('保存成功')
  })
  it('are switched on and off by id, products opened and closed by id or code [B-389] [B-178] [B-211]', async () => {
    const admin = await server().as('admin')
    const [one, two] = [
      await admin.ok('netWorth.save', VALUE),
      await admin.ok('netWorth.save', { ...VALUE, nwTime: '2026-02-01' }),
    ]
    const other = await admin.ok('netWorth.save', { ...VALUE, productCode: 'F002' })
    const rows = async () =>
      (await admin.ok('netWorth.page', {})).content
        .toSorted((a, b) => a.id - b.id)
        .map(({ isStatus, netWorthStatus, product }) => [isStatus, netWorthStatus, product.productStopTime])
    const FOREVER = '9999-12-31 23:59:59'
    const answer = await admin.call('netWorth.updateStatus', { classId: 0, idList: [{ id: one.id }], isStatus: false })
    expect(answer).toMatchObject({ status: 200, msg: '操作成功' })
    expect(await rows()).toEqual([
      [false, '10135', FOREVER],
      [true, '10135', FOREVER],
      [true, '10135', FOREVER],
    ])
    const stopDate = '2026-03-01 08:00:00'
    await admin.ok('netWorth.updateStatus', { classId: 0, productCode: 'F001', isOpen: false, stopDate })
    await admin.ok('netWorth.updateStatus', { classId: 0, idList: [other.id], isOpen: 0 })
    const [, second, third] = await rows()
    expect(second).toEqual([true, '10134', stopDate])
    expect(third?.[2]).toMatch(/^20\d\d-/)
    expect(await admin.ok('netWorth.findById', { id: one.id })).toMatchObject({ changedBy: 'admin' })
    await server().deps.db.updateTable('net_worth').set({ updatedBy: 'someone' }).execute()
    await admin.ok('netWorth.updateStatus', { classId: 0, idList: [one.id], isStatus: 0 })
    expect(await admin.ok('netWorth.findById', { id: one.id })).toMatchObject({ changedBy: 'admin' })
    await admin.ok('netWorth.updateStatus', { classId: 0, idList: [two.id], isOpen: true })
    expect((await rows())[0]).toEqual([false, '10135', FOREVER])
  })
  it('belong to products whose status is changed by whoever saw the last one', async () => {
    const admin = await server().as('admin')
    const { id, product } = await admin.ok('netWorth.save', VALUE)
    expect(product).toMatchObject({ version: 1, changedBy: '', changedAt: '' })
    const seen = { classId: 0, idList: [{ id }], version: product.version }
    const stopDate = '2026-05-01 08:00:00'
    await admin.ok('netWorth.updateStatus', { ...seen, isOpen: false, stopDate })
    const changedAt = expect.stringMatching(/^20\d\d-/) as string
    expect(await admin.call('netWorth.updateStatus', { ...seen, isOpen: true })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('产品“F001”的状态已被 admin 于'),
      data: { facts: { version: 2, changedBy: 'admin', changedAt } },
    })
    const now = async () => (await admin.ok('netWorth.findById', { id })).product
    expect(await now()).toMatchObject({
      singleLine16: '10134',
      productStopTime: stopDate,
      version: 2,
      changedBy: 'admin',
      changedAt,
    })
    // Switching it in the list counts as a change, too; of two at once one is told.
    await admin.ok('netWorth.updateStatus', { classId: 0, productCode: 'F001', isOpen: true })
    const both = await Promise.all(
      [true, false].map((isOpen) => admin.call('netWorth.updateStatus', { ...seen, version: 3, isOpen })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await now()).toMatchObject({ version: 4 })
    // A new value of the product leaves its status as it was seen.
    await admin.ok('netWorth.save', { ...VALUE, nwTime: '2026-02-01' })
    expect(await now()).toMatchObject({ version: 4 })
  })
  it('refuse a change of status that says nothing, or of what is not there', async () => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('netWorth.save', VALUE)
    const said = async (form: object) => (await admin.call('netWorth.updateStatus', { classId: 0, ...form })).msg
    expect(await said({ isStatus: true })).toBe('请选择数据！')
    expect(await said({ idList: [id] })).toBe('请选择要改成的状态')
    expect(await said({ idList: [id], isOpen: true, isStatus: true })).toBe('请选择要改成的状态')
    expect(await said({ idList: [id, 9001], isStatus: false })).toContain('净值（编号 9001）不存在')
    expect(await said({ productCode: 'X', isOpen: true })).toContain('产品“X”没有净值')
    expect(await said({ classId: 7, idList: [id], isStatus: false })).toContain(`净值（编号 ${id}）不存在`)
    expect(await said({ idList: [id], isOpen: false, stopDate: '2026-02-30 00:00:00' })).toContain('停止时间')
    expect((await admin.ok('netWorth.page', {})).content[0]).toMatchObject({ isStatus: true, netWorthStatus: '10135' })
  })
  it('are deleted all or none, the product with its last value [B-390]', async () => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('netWorth.save', VALUE)
    expect(await admin.call('netWorth.deleteByIdList', [id, 9001])).toMatchObject({ status: 404 })
    await admin.ok('netWorth.updateStatus', { classId: 0, idList: [id], isOpen: false })
    expect(await admin.call('netWorth.deleteByIdList', [{ id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.ok('netWorth.page', {})).content).toEqual([])
    expect(await admin.ok('netWorth.save', VALUE)).toMatchObject({ netWorthStatus: '10135' })
  })
  it('keep their product when the last value is deleted while another comes', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const { id } = await admin.ok('netWorth.save', VALUE)
    const nwTime = '2026-02-01'
    const comes = async (tx: typeof db): Promise<void> => {
      const products = tx.selectFrom('net_worth_product').select(['siteId', 'accountId', 'classId'])
      const owner = await products.where('productCode', '=', VALUE.productCode).executeTakeFirstOrThrow()
      const productId = (await upsertProducts(tx, owner, [VALUE])).get(VALUE.productCode) ?? 0
      const { id: _id, ...row } = await tx.selectFrom('net_worth').selectAll().executeTakeFirstOrThrow()
      await tx
        .insertInto('net_worth')
        .values({ ...row, productId, nwTime })
        .execute()
    }
    const [answer] = await meeting(db, comes, [() => admin.call('netWorth.deleteByIdList', [{ id }])])
    expect(answer).toMatchObject({ status: 200 })
    // Two writings at once are PostgreSQL's alone.
    const left = engineOf(db) === 'postgres' ? [nwTime] : []
    expect((await admin.ok('netWorth.page', {})).content.map((each) => each.nwTime)).toEqual(left)
  })
  it('of one product are switched by its code, however many there are', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const { id } = await admin.ok('netWorth.save', VALUE)
    const { id: _id, ...row } = await db
      .selectFrom('net_worth')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const DAYS = 33_000
    const days = Array.from({ length: DAYS }, (_, i) => new Date(Date.UTC(1800, 0, 1 + i)).toISOString().slice(0, 10))
    for (let at = 0; at < DAYS; at += 2000)
      await db
        .insertInto('net_worth')
        .values(
          days
            .slice(at, at + 2000)
            .filter((day) => day !== VALUE.nwTime)
            .map((nwTime) => ({ ...row, nwTime })),
        )
        .execute()
    await admin.ok('netWorth.updateStatus', { classId: 0, productCode: 'F001', isStatus: false })
    const on = await db.selectFrom('net_worth').select('id').where('isStatus', '=', 1).execute()
    expect(on).toEqual([])
  }, 60_000)
})
