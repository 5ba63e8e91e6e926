import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { COLUMN_SWITCHES } from '#shared/contract/column.ts'
import { AppError } from '#shared/errors/index.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SWITCH_TEXTS, SwitchesDialog } from './SwitchesDialog.tsx'

configure({ defaultHidden: true })

const column = aColumn(201, '新闻', { showLoop: false })
/** A server that keeps what is switched. */
function host(): FakeBridge {
  const kept = aColumnDetail(column)
  return aHost()
    .on('column.findById', () => ({ ...kept }))
    .on('column.updateSwitch', ({ id, menuSwitchEnum, value }) => {
      Object.assign(kept, { [menuSwitchEnum]: value })
      return { id, menuSwitchEnum, value: value ?? false }
    })
}
const show = (fake: FakeBridge) => renderUi(<SwitchesDialog column={column} onClose={() => {}} />, { host: fake })
const theSwitch = (title: string): Promise<HTMLInputElement> => screen.findByRole('switch', { name: title })

describe('the attribute switches', () => {
  it('are the twelve, as the server has them [A-037] [A-047]', async () => {
    show(host())
    const list = await screen.findByRole('list', { name: '属性' })
    const switches = within(list).getAllByRole<HTMLInputElement>('switch')
    expect(switches.map((each) => each.getAttribute('aria-label'))).toEqual(
      COLUMN_SWITCHES.map((name) => SWITCH_TEXTS[name].title),
    )
    expect(COLUMN_SWITCHES).toEqual([
      'allowAddChild',
      'allowUpdate',
      'allowDelete',
      'allowCascadeDelete',
      'allowSort',
      'isChildMenu',
      'isSystemMenu',
      'showCrumbs',
      'showLoop',
      'showFront',
      'showManage',
      'targetBlank',
    ])
    expect(switches.map((each) => each.checked)).toEqual(COLUMN_SWITCHES.map((name) => column[name]))
  })

  it('are saved at once, each by its name; there is no save button [A-048] [A-238]', async () => {
    const fake = host()
    show(fake)
    await userEvent.click(await theSwitch('参与循环'))
    await screen.findByText('设置成功')
    await waitFor(async () => expect((await theSwitch('参与循环')).checked).toBe(true))
    expect(fake.inputsOf('column.updateSwitch')).toEqual([{ id: 201, menuSwitchEnum: 'showLoop', value: true }])
    expect(screen.queryByRole('button', { name: /保存|确定/ })).toBeNull()
  })

  it('flip after the success alone, and not at all when the server refuses', async () => {
    let refuse = (_error: AppError): void => {}
    const fake = host().on('column.updateSwitch', () => new Promise((_resolve, reject) => (refuse = reject)))
    show(fake)
    const allowDelete = await theSwitch('允许删除')
    await userEvent.click(allowDelete)
    await waitFor(() => expect(allowDelete.getAttribute('aria-busy')).toBe('true'))
    expect(allowDelete.checked).toBe(true)
    refuse(new AppError('forbidden', '您没有该栏目的权限'))
    await screen.findByText('您没有该栏目的权限')
    await waitFor(() => expect(allowDelete.getAttribute('aria-busy')).toBeNull())
    expect(allowDelete.checked).toBe(true)
  })

  it('that show a column say why they can not be turned while it may not be changed', async () => {
    const fake = host().on('column.findById', () => aColumnDetail(aColumn(201, '新闻', { allowUpdate: false })))
    show(fake)
    for (const title of ['前台显示', '后台显示']) {
      const closed = await theSwitch(title)
      expect(closed.title, title).toContain('栏目“新闻”不允许修改')
      await userEvent.click(closed)
    }
    expect((await theSwitch('允许修改')).getAttribute('aria-disabled')).toBeNull()
    expect(fake.inputsOf('column.updateSwitch')).toEqual([])
  })

  it('say why they can not be read', async () => {
    show(
      host().on('column.findById', () => {
        throw new AppError('not-found', '栏目不存在，可能已被删除')
      }),
    )
    await screen.findByText('栏目不存在，可能已被删除')
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
