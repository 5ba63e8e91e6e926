import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { usePaging } from '../table/usePaging.ts'
import { PickerDialog } from './PickerDialog.tsx'

interface Options {
  many?: boolean
  chosen?: readonly { key: number; label: string }[]
}

function Choosing({ confirmed, many = false, chosen = [] }: Options & { confirmed: (keys: number[]) => void }) {
  const paging = usePaging(2)
  const read = useRead('template.list', paging.input, { quiet: true, keepPrevious: true })
  return (
    <PickerDialog
      title="选择模板"
      paging={paging}
      read={read}
      many={many}
      chosen={chosen}
      search="搜索模板"
      columns={[{ key: 'name', title: '名称', render: (row) => row.name }]}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      empty="没有模板"
      onConfirm={(picked) => confirmed(picked.map((each) => each.key))}
      onClose={() => {}}
    />
  )
}

const NAMES = ['甲', '乙', '丙', '丁']
const host = (): FakeBridge =>
  aHost().on('template.list', ({ page, key }) => {
    const found = NAMES.map((name, i) => aTemplate({ id: i + 1, name })).filter(({ name }) => name.includes(key ?? ''))
    return { content: found.slice(page * 2 - 2, page * 2), totalElements: found.length, totalPages: 2 }
  })
const draw = (options: Options = {}, fake = host()): number[][] => {
  const confirmed: number[][] = []
  renderUi(<Choosing {...options} confirmed={(keys) => confirmed.push(keys)} />, { host: fake })
  return confirmed
}
const tick = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('checkbox'))
const confirm = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: '确定' }))
const tags = (): (string | null)[] =>
  within(screen.getByRole('group', { name: '已选择' }))
    .queryAllByRole('button')
    .map((each) => each.textContent)

describe('the picker', () => {
  it('chooses many over several pages, in the order of choosing', async () => {
    const confirmed = draw({ many: true, chosen: [{ key: 9, label: '壬' }] })
    await tick('乙')
    await userEvent.click(screen.getByRole('button', { name: '第 2 页' }))
    await tick('丙')
    expect(tags()).toEqual(['壬', '乙', '丙'])
    await userEvent.click(screen.getByRole('button', { name: '移除 壬' }))
    await confirm()
    expect(confirmed).toEqual([[2, 3]])
  })

  it('chooses one: another takes its place', async () => {
    const confirmed = draw()
    await screen.findByRole('row', { name: /甲/ })
    expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-disabled')).toBe('true')
    await tick('甲')
    await tick('乙')
    expect(tags()).toEqual(['乙'])
    await confirm()
    expect(confirmed).toEqual([[2]])
  })

  it('takes one with a double-click', async () => {
    const confirmed = draw()
    await userEvent.dblClick(await screen.findByText('乙'))
    expect(confirmed).toEqual([[2]])
  })

  it('searches, and keeps what was chosen', async () => {
    draw({ many: true })
    await tick('甲')
    await userEvent.type(screen.getByLabelText('搜索模板'), '丁{Enter}')
    await screen.findByRole('row', { name: /丁/ })
    await waitFor(() => expect(screen.queryByRole('row', { name: /甲/ })).toBeNull())
    expect(tags()).toEqual(['甲'])
  })

  it('says when it could not load', async () => {
    const fake = aHost().on('template.list', () => {
      throw new AppError('no-response', '服务器没有回应')
    })
    draw({}, fake)
    expect(await screen.findByText('服务器没有回应')).toBeTruthy()
  })
})
