import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { type SearchField as Field, searchField } from '#shared/contract/column.ts'
import { aField } from '#tests/builders/field.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SearchField } from './SearchField.tsx'

configure({ defaultHidden: true })

const titles = (from: number, to: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_none, at) => [from + at, `新闻${from + at}`]))

let value = ''
function Filter({ field, first }: { field: Field; first: string }) {
  const [now, setNow] = useState(first)
  const change = (next: string): void => {
    value = next
    setNow(next)
  }
  return <SearchField field={field} siteId={1} value={now} onChange={change} />
}

it('finds related entries beyond the first thousand by typing, and shows their titles', async () => {
  const host = aHost().on('content.selectOptions', ({ key, idList }) => {
    if (idList) return titles(idList[0] ?? 0, idList[0] ?? 0)
    return key === '' ? titles(1001, 2000) : { 77: '新闻77' }
  })
  const field = searchField.parse(
    aField('related', { fieldAlias: '相关', fieldType: 'RelationContent', relationMark: '{"classIdList":[202]}' }),
  )
  renderUi(<Filter field={field} first="5" />, { host })
  const user = userEvent.setup()
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: '相关' })
  await waitFor(() => expect(box.value).toBe('新闻5'))
  // Over the choice, which stays meanwhile.
  await user.tripleClick(box)
  expect((await screen.findAllByRole('option'))[0]?.textContent).toBe('新闻2000')
  await user.keyboard('新闻77')
  expect(box.value).toBe('新闻77')
  await user.click(await screen.findByRole('option', { name: '新闻77' }))
  expect(value).toBe('77')
  expect(host.inputsOf('content.selectOptions').map(({ key }) => key)).toContain('新闻77')
  expect(screen.getByRole('button', { name: '展开相关' })).toBeTruthy()
})

it('all labels of the site are offered, as in the form', async () => {
  const host = aHost().on('label.page', () => pageOf([]))
  const field = searchField.parse(aField('labels', { fieldAlias: '标签', fieldType: 'RelationLabel' }))
  renderUi(<SearchField field={field} siteId={1} value="" onChange={() => undefined} />, { host })
  await waitFor(() => expect(host.inputsOf('label.page')).toMatchObject([{ siteId: 1, size: 10_000 }]))
})
